import { secret } from '@mini-agent/foundation/secret';
import { describe, expect, test, vi } from 'vitest';
import { createApprovals, type RunApprovals } from '../src/compose/approvals.ts';
import type { ApprovalPolicy } from '../src/config/approvals.ts';
import { createClientBroker } from '../src/runs/client-broker.ts';
import { asking, client } from './fixtures/asked-client.ts';

const { signal } = new AbortController();
const ask: ApprovalPolicy = { mode: 'ask', allow: [] };

function call(
  value: Readonly<Record<string, string>> = { to: 'all' },
): Parameters<RunApprovals['approve']>[0] {
  return { id: 'c1', name: 'send', arguments: { ok: true, value } };
}

const asked = { signal, reason: 'untrusted_content' } as const;

const yes = { action: 'accept', content: { approve: true } };

describe('a call that needs an approval', () => {
  test('is made after a yes', async () => {
    const { broker, asked: seen } = client(() => yes);
    const { approve } = createApprovals({ policy: ask, secrets: [] })(asking(), broker);
    expect(await approve(call(), asked)).toBe(true);
    expect(seen[0]).toMatchObject({
      message: expect.stringMatching(/Tool: send\nArguments:\n- "to": "all"$/) as string,
    });
  });

  test.each([
    ['a decline', () => ({ action: 'decline' })],
    ['a cancel', () => ({ action: 'cancel' })],
    ['a form with no', () => ({ action: 'accept', content: { approve: false } })],
    ['garbage', () => 'sure!'],
    ['nothing', () => undefined],
  ])('is refused after %s, and the same is not asked again', async (_, answer) => {
    const { broker, asked: seen } = client(answer);
    const { approve } = createApprovals({ policy: ask, secrets: [] })(asking(), broker);
    const refused = {
      code: 'denied',
      message: expect.stringMatching(/the user said no/) as string,
    };
    await expect(approve(call(), asked)).rejects.toMatchObject(refused);
    await expect(approve(call(), asked)).rejects.toMatchObject(refused);
    expect(seen).toHaveLength(1);
    await expect(approve(call({ to: 'one' }), asked)).rejects.toMatchObject(refused);
    expect(seen).toHaveLength(2);
  });

  test('is refused after an error of the client, which may be asked again', async () => {
    const { broker, asked: seen } = client(() => {
      throw Object.assign(new Error('no such method'), { code: -32601 });
    });
    const { approve } = createApprovals({ policy: ask, secrets: [] })(asking(), broker);
    const refused = { code: 'denied', message: expect.stringMatching(/did not answer/) as string };
    await expect(approve(call(), asked)).rejects.toMatchObject(refused);
    await expect(approve(call(), asked)).rejects.toMatchObject(refused);
    expect(seen).toHaveLength(2);
  });

  test('is refused when nobody answers in time, and the client is told that nobody waits', async () => {
    let given: AbortSignal | undefined;
    const broker = createClientBroker();
    broker.open({
      kinds: ['elicitation'],
      send: (_, limited) => {
        given = limited;
        return new Promise(() => undefined);
      },
    });
    const approvals = createApprovals({ policy: ask, secrets: [], timeoutMs: 20 });
    await expect(approvals(asking('帮我做'), broker).approve(call(), asked)).rejects.toThrow(
      /用户没有及时答复/,
    );
    expect(given?.aborted).toBe(true);
  });

  test('is refused at once where the client cannot ask, and says what allows it', async () => {
    const approvals = createApprovals({ policy: ask, secrets: [] });
    const { approve } = approvals(asking('x', false), createClientBroker());
    await expect(approve(call(), asked)).rejects.toThrow(
      /client cannot ask the user[\s\S]*adding send to MINI_AGENT_APPROVALS/,
    );
    await expect(
      approvals(asking('发送', false), createClientBroker()).approve(call(), asked),
    ).rejects.toThrow(/send 加入 MINI_AGENT_APPROVALS/);
  });

  test('is asked of another client that came back for the run', async () => {
    const { broker } = client(() => yes);
    const { approve } = createApprovals({ policy: ask, secrets: [] })(asking('x', false), broker);
    expect(await approve(call(), asked)).toBe(true);
  });

  test('of a run that was handed back waits until its caller is there', async () => {
    const broker = createClientBroker();
    const { approve } = createApprovals({ policy: ask, secrets: [], timeoutMs: 20 })(
      asking(),
      broker,
    );
    const answer = approve(call(), asked);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(broker.isAskingUser()).toBe(true);
    broker.open({ kinds: ['elicitation'], send: () => Promise.resolve(yes) });
    expect(await answer).toBe(true);
  });

  test('is refused or made without a question where the policy says so', async () => {
    const { broker, asked: seen } = client(() => yes);
    const deny = createApprovals({ policy: { mode: 'deny', allow: ['x'] }, secrets: [] });
    expect(deny(asking(), broker).approvals).toEqual({ allow: ['x'] });
    await expect(deny(asking(), broker).approve(call(), asked)).rejects.toThrow(
      /the settings refuse it[\s\S]*MINI_AGENT_APPROVALS/,
    );
    const allow = createApprovals({ policy: { mode: 'allow', allow: [] }, secrets: [] });
    expect(await allow(asking(), broker).approve(call(), asked)).toBe(true);
    expect(seen).toEqual([]);
  });

  test('that repeats an earlier one is asked about, and refused, as that', async () => {
    const { broker, asked: seen } = client(() => ({ action: 'decline' }));
    const { approve } = createApprovals({ policy: ask, secrets: [] })(asking(), broker);
    await expect(approve(call(), { signal, reason: 'repeated_call' })).rejects.toThrow(
      /already made in this run/,
    );
    expect(seen[0]?.['message']).toMatch(/already made in this run/);
  });

  test('shows no key of this program, and every refusal fits into what a model is told', async () => {
    const { broker, asked: seen } = client(() => ({ action: 'decline' }));
    const approvals = createApprovals({ policy: ask, secrets: [secret('planted-0123456789')] });
    const long = { ...call({ note: 'planted-0123456789' }), name: 'n'.repeat(200) };
    for (const elicitation of [true, false]) {
      const given = asking('x', elicitation);
      const target = elicitation ? broker : createClientBroker();
      const error = await approvals(given, target)
        .approve(long, asked)
        .catch((reason: unknown) => reason as Error);
      expect((error as Error).message.length).toBeLessThanOrEqual(500);
    }
    expect(JSON.stringify(seen)).not.toContain('planted');
  });

  test('is refused when its run ends', async () => {
    const controller = new AbortController();
    const broker = createClientBroker();
    const { approve } = createApprovals({ policy: ask, secrets: [] })(asking(), broker);
    const answer = approve(call(), { ...asked, signal: controller.signal });
    const ended = vi.fn();
    answer.catch(ended);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'denied' });
    expect(broker.isAskingUser()).toBe(false);
  });
});
