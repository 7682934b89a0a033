import { coreTools } from '@mini-agent/core-tools';
import type OpenAI from 'openai';

const tools = coreTools.map(({ name, description, inputSchema }) => {
  const parameters = inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return { type: 'function' as const, function: { name, description, parameters } };
});

export async function ask(client: OpenAI, model: string, question: string): Promise<string> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
  for (let turn = 1; turn <= 10; turn += 1) {
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    const message = choices[0]?.message;
    if (!message?.tool_calls?.length) return message?.content ?? '';
    messages.push(message);
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue;
      const content = await run(call.function).catch(String); // An error tells how to mend the call.
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
  throw new Error('no answer within 10 turns');
}

async function run(call: { name: string; arguments: string }): Promise<string> {
  const tool = coreTools.find(({ name }) => name === call.name);
  if (!tool) throw new Error(`no tool ${call.name}`);
  return (await tool.execute(JSON.parse(call.arguments))).text;
}
