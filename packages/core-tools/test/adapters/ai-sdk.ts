import { coreTools } from '@mini-agent/core-tools';
import { generateText, type LanguageModel, stepCountIs, tool } from 'ai';

const tools = Object.fromEntries(
  coreTools.map((core) => {
    const { name, description, inputSchema } = core;
    const execute = async (args: unknown, { abortSignal: signal }: { abortSignal?: AbortSignal }) =>
      (await core.execute(args, signal && { signal })).text;
    return [name, tool({ description, inputSchema, execute })];
  }),
);

export async function ask(model: LanguageModel, prompt: string): Promise<string> {
  const { text } = await generateText({ model, tools, prompt, stopWhen: stepCountIs(10) });
  return text;
}
