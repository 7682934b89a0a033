import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectedFailuresFile, problemsOf, readExpectedFailures } from './expected-failures.ts';
import { scenariosOf, type Revision } from './requirement-set.ts';
import { runConformance, type ConformanceRun } from './run-conformance.ts';
import { startHttpServer, type HttpServer } from './start-http-server.ts';
import { commandLine, conformanceServer } from './test-servers.ts';

/** The server as it ships has one tool; what the suite can only see in tools of its own is judged by the other. */
const servers = {
  shipped: () => startHttpServer(commandLine(), ['--http', '--port', '0']),
  fixture: () => startHttpServer(conformanceServer(), []),
};

const revisions: readonly Revision[] = ['2025-11-25', '2026-07-28'];

/** What a server with one tool must do; each name may be on no list of expected failures as a whole. */
const neverExpectedToFail: Readonly<Record<keyof typeof servers, readonly string[]>> = {
  shipped: [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'server-stateless',
    'http-header-validation',
    'caching',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'tasks-capability-negotiation',
  ],
  fixture: [
    'tools-call-simple-text',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-elicitation',
    'tools-call-sampling',
    'json-schema-2020-12',
    'input-required-result-basic-elicitation',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    'input-required-result-result-type',
    'input-required-result-request-state',
    'tasks-lifecycle',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ],
};

/** What the suite says at its end about the list. */
function summaryOf(output: string): string {
  const start = output.indexOf('Expected failures (in baseline)');
  return output.slice(start === -1 ? -2_000 : start);
}

for (const kind of ['shipped', 'fixture'] as const) {
  describe(`the ${kind} server over HTTP`, () => {
    let server: HttpServer;
    beforeAll(async () => {
      server = await servers[kind]();
    }, 40_000);
    afterAll(async () => {
      await server.close();
    }, 20_000);

    describe.each(revisions)('protocol revision %s', (revision) => {
      const list = `${kind}-${revision}`;
      const expected = readExpectedFailures(list);
      const scenarios = scenariosOf(revision);
      let run: ConformanceRun;
      beforeAll(async () => {
        const expectedFailures = expectedFailuresFile(list);
        run = await runConformance({ url: server.url, revision, expectedFailures });
      }, 60_000);

      it.each(scenarios)('%s', (scenario) => {
        const checks = run.scenarios.get(scenario) ?? [];
        expect(problemsOf(scenario, checks, expected)).toEqual([]);
      });

      it('satisfies the suite itself with the same list', () => {
        expect(run.code, `${summaryOf(run.stdout)}\n${run.stderr}`).toBe(0);
      });

      it('was judged without a connection beyond this machine', () => {
        expect(run.stderr).not.toContain('Refused to connect');
      });

      it('excuses only scenarios of the revision, and none that a server with one tool must pass', () => {
        const whole = Array.from(expected).filter(([, entry]) => entry === 'all');
        const excused = whole.map(([scenario]) => scenario);
        const must = [
          ...neverExpectedToFail.shipped,
          ...(kind === 'fixture' ? neverExpectedToFail.fixture : []),
        ];
        expect(excused.filter((scenario) => must.includes(scenario))).toEqual([]);
        expect(Array.from(expected.keys()).filter((name) => !scenarios.includes(name))).toEqual([]);
      });
    });
  });
}

describe('the fixture server', () => {
  it.each(['server-stateless', 'tasks-capability-negotiation'])(
    'is excused from no check of %s',
    (name) => {
      expect(readExpectedFailures('fixture-2026-07-28').has(name)).toBe(false);
    },
  );
});
