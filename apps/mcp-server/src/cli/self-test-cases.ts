import type { JsonObject } from '@mini-agent/foundation/tool';

export interface SelfTestCase {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** What the tool's text must contain to count as working. */
  readonly expected: RegExp;
}

/** One call of each of the 14 internal tools, in an order in which a later one finds what an earlier one left. */
export const selfTestCases: readonly SelfTestCase[] = [
  {
    tool: 'calculator',
    arguments: { expression: 'sqrt(15) + 8' },
    expected: /11\.872983346207416/,
  },
  { tool: 'text_stats', arguments: { text: 'One two. Three!' }, expected: /Words: 3/ },
  {
    tool: 'text_transform',
    arguments: { text: 'hello', operation: 'uppercase' },
    expected: /HELLO/,
  },
  {
    tool: 'unit_convert',
    arguments: { value: 100, from: 'cm', to: 'inch' },
    expected: /39\.37007874015748 inch/,
  },
  {
    tool: 'datetime_info',
    arguments: { operation: 'diff', date: '2024-02-28', date2: '2024-03-01' },
    expected: /2 days/,
  },
  {
    tool: 'random_gen',
    arguments: { operation: 'uuid' },
    expected: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/,
  },
  {
    tool: 'remember',
    arguments: { type: 'fact', content: 'The self-test was here.', tags: ['self-test'] },
    expected: /self-test/,
  },
  { tool: 'recall', arguments: { tags: ['self-test'] }, expected: /The self-test was here/ },
  { tool: 'memory_stats', arguments: {}, expected: /"count": ?1/ },
  {
    tool: 'extract_skill',
    arguments: {
      name: 'self-test',
      description: 'Tries every tool once',
      exampleTask: 'Run the self-test',
      steps: ['Call each tool', 'Report'],
      tags: ['self-test'],
    },
    expected: /self-test/,
  },
  { tool: 'list_skills', arguments: {}, expected: /Tries every tool once/ },
  {
    tool: 'run_workflow',
    arguments: {
      steps: [
        { id: 'first', task: 'Say something' },
        { id: 'second', task: 'Use it', dependsOn: ['first'] },
      ],
    },
    expected: /"success": ?true/,
  },
  {
    tool: 'deep_research',
    arguments: { question: 'How does the self-test search?' },
    expected: /self-test/i,
  },
  {
    tool: 'research_pipeline',
    arguments: { topic: 'The built-in self-test' },
    expected: /self-test/i,
  },
];
