import type { ChatModel, ChatRequest, ChatResponse } from '@mini-agent/foundation/chat';
import type { Search } from '@mini-agent/foundation/search';
import type { ToolPorts } from '../compose/internal-tools.ts';
import { noUsage } from '../runs/report.ts';

const address = 'https://example.com/self-test';

const plan = `\`\`\`
- What does the self-test of the tools search for?
- Which tools does the self-test call in one run?
- How does the self-test report what it has found?
\`\`\``;

const report = `## Executive summary

The self-test calls each internal tool once [1].

## Key findings

- The self-test needs no network [1].

## Conclusions

The self-test works [1].`;

/** A model with fixed lines: enough for every pipeline to reach its end without a network. */
export const selfTestModel: ChatModel = {
  complete: (request) => Promise.resolve(reply(request)),
};

function reply({ purpose }: ChatRequest): ChatResponse {
  const content =
    purpose === 'plan' ? plan : purpose === 'write' ? report : 'Done by the self-test.';
  return {
    message: { role: 'assistant', content, toolCalls: [] },
    finish: 'stop',
    usage: noUsage,
    mode: 'http',
    provider: 'self-test',
    model: 'self-test',
    fallbacks: [],
  };
}

const search: Search = (query) =>
  Promise.resolve({
    query,
    hits: [
      {
        title: 'The self-test',
        url: address,
        snippet: 'The self-test calls each internal tool once and needs no network.',
        sources: ['self-test'],
      },
    ],
    servedBy: 'web_search',
    failures: [],
  });

/** A search service that knows one page. */
export const selfTestSearch: Pick<ToolPorts, 'search' | 'read'> = {
  search,
  read: () =>
    Promise.resolve({
      text: 'The self-test calls each internal tool once and needs no network.',
      truncated: false,
    }),
};
