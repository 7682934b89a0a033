import { describe, expect, test } from 'vitest';
import { withExclusiveName } from '../src/journal.ts';

describe.each([process.platform, 'darwin' as const])(
  'withExclusiveName by the way of %s',
  (platform) => {
    test('runs one at a time and gives the name back, also after a failure', async () => {
      const name = `test ${platform} ${process.pid}`;
      const inside = await withExclusiveName(
        name,
        () => withExclusiveName(name, () => Promise.resolve('twice'), { waitMs: 0, platform }),
        { waitMs: 0, platform },
      );
      expect(inside).toEqual({ held: true, value: { held: false } });
      await expect(
        withExclusiveName(name, () => Promise.reject(new Error('work failed')), {
          waitMs: 0,
          platform,
        }),
      ).rejects.toThrow('work failed');
      expect(
        await withExclusiveName(name, () => Promise.resolve(1), { waitMs: 0, platform }),
      ).toEqual({
        held: true,
        value: 1,
      });
    });

    test('waits for the holder', async () => {
      const name = `waiting ${platform} ${process.pid}`;
      const order: string[] = [];
      let release = (): void => undefined;
      const first = withExclusiveName(
        name,
        () =>
          new Promise<void>((resolve) => {
            order.push('first');
            release = resolve;
          }),
        { waitMs: 0, platform },
      );
      await expect.poll(() => order.length).toBe(1);
      const second = withExclusiveName(
        name,
        () => {
          order.push('second');
          return Promise.resolve();
        },
        { waitMs: 5000, platform },
      );
      release();
      await Promise.all([first, second]);
      expect(order).toEqual(['first', 'second']);
    });
  },
);
