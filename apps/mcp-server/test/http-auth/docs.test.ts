import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { httpSettings } from './settings.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

const pages = ['docs/http.md', 'docs/http.zh-CN.md'].map((path) => [path, read(path)] as const);
const source = read('apps/mcp-server/src/config/http-settings.ts');
const variables = [...new Set(source.match(/(?:MINI_AGENT|MCP)_[A-Z_]*[A-Z]/g))];

describe.each(pages)('%s', (_, page) => {
  it('names every variable of the HTTP server, and no other', () => {
    const named = new Set(page.match(/\b(?:MINI_AGENT|MCP)_[A-Z_]*[A-Z]/g));
    named.delete('MINI_AGENT_HOME');
    expect([...named].sort()).toEqual([...variables].sort());
  });

  it('has the real defaults and the real shortest token', () => {
    const { http } = httpSettings({ MINI_AGENT_HTTP_TOKEN: 'a'.repeat(15) });
    expect(page).toMatch(new RegExp(`CALLS_PER_MINUTE\` *\\| ${http.callsPerMinute} `));
    expect(page).toMatch(new RegExp(`MAX_CONCURRENT\` *\\| ${http.maxConcurrentCalls} `));
    const [, shortest] = /at least (\d+)/.exec(http.problems?.[0] ?? '') ?? [];
    expect(page).toMatch(new RegExp(`(?:at least|每个至少) ${shortest ?? 'none'} `));
  });

  it('has settings in its examples that let the server start', () => {
    const examples = [...page.matchAll(/^(?:export )?((?:MINI_AGENT|MCP)_\w+)=([^\s#]+)/gm)];
    const environment = Object.fromEntries(
      examples.map(([, name = '', value = '']) => [
        name,
        value.startsWith('"$(openssl') ? 'f'.repeat(64) : value,
      ]),
    );
    expect(Object.keys(environment)).toHaveLength(5);
    expect(httpSettings(environment).problems).toEqual([]);
  });
});

it('both pages have the same parts and the same code', () => {
  const [english, chinese] = pages.map(([, page]) => ({
    parts: page.match(/^#+ /gm),
    code: [...page.matchAll(/```\w*\n([^]*?)```/g)].map(([, code = '']) =>
      code.replace(/ +#.*$/gm, ''),
    ),
  }));
  expect(chinese).toEqual(english);
});
