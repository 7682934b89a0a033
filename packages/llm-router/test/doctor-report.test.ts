import { describe, expect, it } from 'vitest';
import { readProviders } from '../src/config/read-providers.ts';
import { checkProviders } from '../src/doctor/check-providers.ts';
import { findingTexts } from '../src/doctor/finding-texts.ts';
import { formatDoctorReport } from '../src/doctor/format-report.ts';
import { models, onlyWithKey, plantedKey, provider, startServer } from './support/doctor.ts';

describe('a report', () => {
  it('tries all endpoints at the same time', async () => {
    let open = 0;
    let most = 0;
    const meet: typeof fetch = async () => {
      open += 1;
      most = Math.max(most, open);
      while (most < 3) await new Promise(setImmediate);
      open -= 1;
      return Response.json(models);
    };
    const three = ['a', 'b', 'c'].map((name) => provider(`https://${name}.example/v1`));
    const report = await checkProviders({ providers: three }, { fetch: meet });
    expect(report.providers.map(({ url }) => url)).toEqual(three.map(({ baseUrl }) => baseUrl));
  });

  it('ends with an abort', async () => {
    const controller = new AbortController();
    const hang: typeof fetch = () => new Promise(() => undefined);
    const checking = checkProviders(
      { providers: [provider('https://a.example/v1')] },
      { fetch: hang, signal: controller.signal },
    );
    controller.abort(new Error('enough'));
    await expect(checking).rejects.toThrow('enough');
  });

  it('names the profile and why', async () => {
    const answer = (): Promise<Response> => Promise.resolve(Response.json(models));
    const own = { name: 'own', host: 'deepseek', model: '^m', settings: {} };
    const { providers } = await checkProviders(
      {
        providers: [
          provider('https://api.deepseek.com/v1', {
            profiles: [own],
            profile: { streamOnly: true },
          }),
          provider('https://a.example/v1', { profile: 'moonshot' }),
        ],
      },
      { fetch: answer },
    );
    expect(providers.map(({ profile }) => profile)).toEqual([
      { names: ['deepseek', 'own'], by: 'host', settings: ['streamOnly'] },
      { names: ['moonshot'], by: 'name', settings: [] },
    ]);
  });

  it('a limit of cost that a model without a price escapes is told', async () => {
    const answer = (): Promise<Response> => Promise.resolve(Response.json(models));
    const report = await checkProviders(
      { providers: [provider('https://a.example/v1')], budget: { maxCostUsd: 1 } },
      { fetch: answer },
    );
    expect(report.providers[0]?.findings).toEqual([{ level: 'warning', code: 'no_price' }]);
    expect(report).toMatchObject({ ok: true, budget: { maxCostUsd: 1 } });
  });

  it('problems of the configuration make it not ok', async () => {
    const read = readProviders({ LLM_API_KEY: plantedKey });
    const report = await checkProviders(read);
    expect(report).toMatchObject({ ok: false, providers: [] });
    expect(formatDoctorReport(report, 'en')).toMatch(/✗ LLM_BASE_URL and LLM_MODEL missing/);
  });

  it('reads well', async () => {
    const { origin } = await startServer({ '/v1/models': onlyWithKey });
    const report = await checkProviders({
      providers: [
        provider(`${origin}/v1`, { price: { input: 0.5, output: 1.5 }, apiKeyEnv: 'ACME_KEY' }),
        provider(`${origin}/v1`, { provider: 'beta', model: 'm9' }),
      ],
      budget: { maxCostUsd: 0.25, maxToolCalls: { web_search: 3 } },
    });
    expect(formatDoctorReport(report, 'en').replaceAll(origin, 'http://h')).toBe(
      [
        '✓ acme  http://h/v1',
        '    Reachable: yes',
        '    Key: present, accepted (from ACME_KEY)',
        '    Model: m1 (listed by the endpoint)',
        '    Profile: neutral (no profile fits the host, so it is learned from answers)',
        '    Price: input 0.5, output 1.5 USD per million tokens',
        '',
        '✗ beta  http://h/v1',
        '    Reachable: yes',
        '    Key: present, accepted',
        '    Model: m9 (not listed by the endpoint)',
        '    Profile: neutral (no profile fits the host, so it is learned from answers)',
        '    Price: not known',
        '  ✗ The endpoint does not list this model: did you mean m1?',
        '  ! The cost of a run is limited, but this model has no price and does not count: add "price" to its entry.',
        '',
        'Budget of a run: maxCostUsd 0.25, maxToolCalls {"web_search":3}',
        'There are faults; the lines marked ✗ say how to mend them.',
      ].join('\n'),
    );
    const chinese = formatDoctorReport(report, 'zh');
    expect(chinese).toContain('✗ 该服务的列表中没有此模型：是否应为 m1？');
    expect(chinese).toContain('    密钥: 已填写，有效 (来自 ACME_KEY)');
    expect(
      formatDoctorReport({ ok: true, problems: [], warnings: [], providers: [] }, 'zh'),
    ).toContain('未配置模型服务。');
  });

  it('has a sentence with a mend for every finding, in both languages', () => {
    for (const [code, texts] of Object.entries(findingTexts)) {
      for (const better of [undefined, 'x']) {
        const finding = {
          level: 'fault',
          code: 'slow',
          status: 404,
          ...(better && { better }),
        } as const;
        expect(texts.en(finding), code).toMatch(/^[A-Z].*[:,].*[.?]$/);
        expect(texts.zh(finding), code).toMatch(/^[\p{Script=Han}A-Z].*[：，].*[。？]$/u);
      }
    }
  });
});
