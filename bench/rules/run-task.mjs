// Runs tasks as the agent's loop does in rule mode: the rule model and the tools in turn.

/** @param rules what the bundle exports */
export function createRun({ coreTools, createRuleModel, detectLanguage, ruleHelp }, intents) {
  const model = createRuleModel({ intents, help: ruleHelp });
  const tools = new Map(coreTools.map((tool) => [tool.name, tool]));
  const { signal } = new AbortController();
  return async (task) => {
    const language = detectLanguage(task);
    const messages = [{ role: 'user', content: task }];
    const request = { messages, tools: [], toolChoice: 'auto', language, purpose: 'step' };
    for (;;) {
      const response = await model.complete({ ...request, runId: 'run', step: 0 }, { signal });
      if (response.finish === 'stop') return response;
      messages.push(response.message);
      for (const call of response.message.toolCalls) {
        const outcome = await runCall(tools.get(call.name), call, language);
        messages.push({ role: 'tool', callId: call.id, name: call.name, content: '', outcome });
      }
    }
  };
}

async function runCall(tool, call, language) {
  const common = { callId: call.id, durationMs: 0, tries: 1 };
  try {
    const result = await tool.execute(call.arguments.value, { language });
    return { ...common, ok: true, trusted: true, ...result };
  } catch ({ code, message }) {
    return { ...common, ok: false, code, message, retry: false };
  }
}
