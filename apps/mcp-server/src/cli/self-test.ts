import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coreTools } from '@mini-agent/core-tools';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { Tool } from '@mini-agent/foundation/tool';
import { createToolManager, type ToolManager } from '@mini-agent/tool-manager';
import { createInternalTools } from '../compose/internal-tools.ts';
import { createNestedRuns } from '../compose/nested-runs.ts';
import { createRunTools } from '../compose/run-tools.ts';
import { createStores } from '../compose/stores.ts';
import { oneLine } from '../render/cut.ts';
import { selfTestCases, type SelfTestCase } from './self-test-cases.ts';
import { selfTestModel, selfTestSearch } from './self-test-world.ts';

const runId = 'self-test';
const longestShown = 100;

/** Calls each internal tool once in a temporary home, and prints a line for each. Resolves with the exit code. */
export async function selfTest(print: (line: string) => void): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'mini-agent-self-test-'));
  const stores = createStores(() => Promise.resolve(home));
  try {
    const nested = createNestedRuns();
    const internal = createInternalTools({ ...stores, nested, ...selfTestSearch });
    const tools = createToolManager({ tools: [...coreTools, ...internal] as readonly Tool[] });
    const runTools = createRunTools({ tools });
    nested.begin(runId, { model: selfTestModel, tools: runTools, usesModel: true, maxTurns: 3 });
    let working = 0;
    for (const testCase of selfTestCases) {
      const outcome = await tryTool(tools, testCase);
      if (outcome.works) working += 1;
      print(`${outcome.works ? 'ok  ' : 'FAIL'} ${testCase.tool}: ${outcome.text}`);
    }
    print(`${working} of ${selfTestCases.length} tools work`);
    return working === selfTestCases.length ? 0 : 1;
  } finally {
    await stores.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function tryTool(
  tools: ToolManager,
  { tool, arguments: given, expected }: SelfTestCase,
): Promise<{ readonly works: boolean; readonly text: string }> {
  const begun = performance.now();
  try {
    const signal = AbortSignal.timeout(30_000);
    const { text } = await tools.execute(tool, given, { runId, signal, depth: 0 });
    const duration = `${Math.round(performance.now() - begun)} ms`;
    const works = expected.test(text);
    const shown = oneLine(text, longestShown);
    return { works, text: works ? `${duration}, ${shown}` : `unexpected answer: ${shown}` };
  } catch (error) {
    const code = MiniAgentError.isInstance(error) ? `${error.code}: ` : '';
    const message = error instanceof Error ? error.message : String(error);
    return { works: false, text: oneLine(`${code}${message}`, longestShown * 2) };
  }
}
