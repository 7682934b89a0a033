// The same run, one tool call and a final answer, in several ways. Each loads only what it needs.
import { evaluate } from '@mini-agent/core-tools/calculator';

const TASK = 'What is 2 + 3 * 4?';
const KEY = 'example-key';
const MODEL = 'bench-model';
const PARAMETERS = {
  type: 'object',
  properties: { expression: { type: 'string', description: 'What to evaluate.' } },
  required: ['expression'],
  additionalProperties: false,
};
const FUNCTION = {
  name: 'calculator',
  description: 'Evaluates an arithmetic expression.',
  parameters: PARAMETERS,
};
const TOOLS = [{ type: 'function', function: FUNCTION }];

/** Each resolves to a function that does the run and resolves to the answer. */
export const ways = {
  'raw fetch': (baseUrl) => () => loop((body) => post(baseUrl, body)),
  'the router alone, over fetch': (baseUrl) => routerRun(baseUrl, 'fetch'),
  'mini-agent': (baseUrl) => agentRun(baseUrl, 'node'),
  'mini-agent over fetch': (baseUrl) => agentRun(baseUrl, 'fetch'),
  'openai package': openAiRun,
  'the router alone, over openai': (baseUrl) => routerRun(baseUrl, 'openai'),
  'mini-agent over openai': (baseUrl) => agentRun(baseUrl, 'openai'),
  'ai package': aiRun,
};

async function openAiRun(baseUrl) {
  const { OpenAI } = await import('openai');
  const client = new OpenAI({ baseURL: baseUrl, apiKey: KEY, maxRetries: 0 });
  return () => loop((body) => client.chat.completions.create(body));
}

async function post(baseUrl, body) {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function loop(complete) {
  const messages = [{ role: 'user', content: TASK }];
  for (;;) {
    const { choices } = await complete({ model: MODEL, messages, tools: TOOLS });
    const { message } = choices[0];
    messages.push(message);
    if (message.tool_calls === undefined) return message.content;
    for (const call of message.tool_calls) {
      const { expression } = JSON.parse(call.function.arguments);
      const content = evaluate(expression).text;
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}

/** The same loop on the router's interface, so that only the model call differs. */
async function routerRun(baseUrl, transport) {
  const { createHttpModel } = await import('@mini-agent/llm-router');
  const model = createHttpModel({ baseUrl, apiKey: KEY, model: MODEL, transport });
  const { signal } = new AbortController();
  const tools = [
    {
      name: FUNCTION.name,
      title: 'Calculator',
      description: FUNCTION.description,
      inputSchema: PARAMETERS,
      annotations: {
        readOnly: true,
        idempotent: true,
        openWorld: false,
        destructive: false,
        untrustedOutput: false,
      },
      polling: false,
    },
  ];
  return async () => {
    const messages = [{ role: 'user', content: TASK }];
    for (let step = 0; ; step += 1) {
      const { message } = await model.complete(
        {
          messages: [...messages],
          tools,
          toolChoice: 'auto',
          language: 'en',
          purpose: 'step',
          runId: 'bench',
          step,
        },
        { signal },
      );
      messages.push(message);
      if (message.toolCalls.length === 0) return message.content;
      for (const { id, name, arguments: given } of message.toolCalls) {
        const content = evaluate(given.value.expression).text;
        const outcome = {
          callId: id,
          ok: true,
          trusted: true,
          text: content,
          durationMs: 0,
          tries: 1,
        };
        messages.push({ role: 'tool', callId: id, name, content, outcome });
      }
    }
  };
}

async function agentRun(baseUrl, transport) {
  const { calculator } = await import('@mini-agent/core-tools');
  const { createHttpModel } = await import('@mini-agent/llm-router');
  const { createAgent } = await import('@mini-agent/react-agent');
  const { createToolManager } = await import('@mini-agent/tool-manager');
  const agent = createAgent({
    model: createHttpModel({ baseUrl, apiKey: KEY, model: MODEL, transport }),
    tools: createToolManager({ tools: [calculator] }),
    // Every policy that a run can have.
    limits: {
      maxToolCalls: 100,
      maxInputTokens: 1e6,
      maxOutputTokens: 1e6,
      maxCostUsd: 10,
      timeoutMs: 60_000,
    },
    contextTokens: 128_000,
    approvals: { allow: ['remember'] },
    approve: async () => true,
  });
  return async () => (await agent.run(TASK)).answer;
}

async function aiRun(baseUrl) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { generateText, jsonSchema, stepCountIs, tool } = await import('ai');
  const provider = createOpenAICompatible({ name: 'bench', baseURL: baseUrl, apiKey: KEY });
  const tools = {
    calculator: tool({
      description: FUNCTION.description,
      inputSchema: jsonSchema(PARAMETERS),
      execute: ({ expression }) => evaluate(expression).text,
    }),
  };
  return async () => {
    const { text } = await generateText({
      model: provider(MODEL),
      prompt: TASK,
      tools,
      stopWhen: stepCountIs(5),
    });
    return text;
  };
}
