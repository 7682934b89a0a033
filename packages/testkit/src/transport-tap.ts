import { ChildProcess } from 'node:child_process';

interface StartableTransport {
  start(): Promise<void>;
}

/**
 * Hands out the child process that an SDK's stdio transport spawns, at the moment of spawning. The transports keep it in
 * a private field; there is no public way to its exit code, its input and its raw output.
 */
export function tapTransport(
  transport: StartableTransport,
  onSpawn: (child: ChildProcess) => void,
): void {
  const start = transport.start.bind(transport);
  transport.start = (): Promise<void> => {
    const started = start();
    const child: unknown = Reflect.get(transport, '_process');
    if (!(child instanceof ChildProcess)) {
      throw new Error('this version of the SDK keeps its child process elsewhere');
    }
    if (child.pid !== undefined) onSpawn(child);
    return started;
  };
}
