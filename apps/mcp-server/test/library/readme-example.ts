import { addCreateHook, clearHooks, runAgent } from 'mini-agent-mcp/agent';
import { getLLMMode } from 'mini-agent-mcp/agent/llm';
import { recall, remember } from 'mini-agent-mcp/memory';
import { extractSkill, matchSkill } from 'mini-agent-mcp/skill';
import { recallTool } from 'mini-agent-mcp/tools/internal-modules';
import { toolManager } from 'mini-agent-mcp/tools/manager';
import { runWorkflow } from 'mini-agent-mcp/workflow';

export async function example(): Promise<readonly unknown[]> {
  // The agent. Without a second argument it uses the model of the environment, if there is one.
  const result = await runAgent('calculate 1+1', 'rule');
  const poem = await runAgent('write a haiku', 'rule');

  // A hook sees every model call; null cancels the run.
  addCreateHook((context, messages) => (context.task.includes('secret') ? null : messages));
  clearHooks();

  // Steps with dependencies, each done by an agent of its own.
  const { steps } = await runWorkflow([
    { id: 'a', task: 'calculate 6*7' },
    { id: 'b', task: 'convert 100 cm to inches' },
  ]);

  // Memories and skills, in MINI_AGENT_HOME.
  await remember({ type: 'preference', content: 'Tea at four', tags: ['tea'] });
  await extractSkill({
    name: 'weekly report',
    description: 'How the report is made',
    exampleTask: 'Write the weekly report',
    steps: ['Collect the numbers', 'Write one page'],
    tags: ['report'],
  });
  const skill = await matchSkill('a report, please');

  // Tools one by one: through the manager, or directly.
  const sum = await toolManager.execute('calculator', { expression: '0.1 + 0.2' });
  const found = await recallTool.execute({ tags: 'Tea' });

  return [
    result.success, // true
    result.answer, // "Expression: 1+1\nResult: 2"
    poem.error_code, // "rule_abstained"
    getLLMMode(), // "none"
    steps.map((step) => step.state), // ["done","done"]
    (await recall({ tags: ['tea'] })).map(({ content }) => content), // ["Tea at four"]
    skill?.skill.name, // "weekly report"
    sum.text, // "Expression: 0.1 + 0.2\nResult: 0.3"
    found.data?.['count'], // 1
  ];
}
