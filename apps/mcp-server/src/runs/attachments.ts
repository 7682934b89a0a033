import type { ClientBroker, ClientChannel } from './client-broker.ts';

/** A call that waits for a run. */
export interface Attachment {
  /** The call is over but the run is wanted: it goes on. */
  readonly handBack: () => void;
  /** The call was cancelled: the run stops unless another call is attached. */
  readonly cancel: () => void;
}

/** The calls that wait for one run. */
export interface Attachments {
  readonly attach: (channel?: ClientChannel) => Attachment;
  readonly count: () => number;
}

export function createAttachments(broker: ClientBroker, onLastCancelled: () => void): Attachments {
  const attached = new Set<object>();
  return {
    count: () => attached.size,
    attach: (channel) => {
      const call = {};
      attached.add(call);
      const close = channel === undefined ? undefined : broker.open(channel);
      const leave = (): void => {
        attached.delete(call);
        close?.();
      };
      return {
        handBack: leave,
        cancel: () => {
          leave();
          if (attached.size === 0) onLastCancelled();
        },
      };
    },
  };
}
