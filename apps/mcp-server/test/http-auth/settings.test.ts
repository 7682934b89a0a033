import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bearerTokens } from '../../src/config/http-settings.ts';
import { createAuthenticator } from '../../src/server/http/auth/authenticator.ts';
import { bindProblem } from '../../src/server/http/auth/bind.ts';
import { httpSettings } from './settings.ts';

const issuer = 'https://auth.example.com/realms/a';
const token = 'canary-token-0123456789abcdef';

describe('the HTTP settings', () => {
  it('have the documented defaults', () => {
    expect(httpSettings({})).toEqual({
      problems: [],
      http: {
        token: undefined,
        allowedHosts: [],
        allowedOrigins: [],
        issuer: undefined,
        jwksUrl: undefined,
        audience: [],
        scopes: [],
        callsPerMinute: 0,
        maxConcurrentCalls: 1000,
        metrics: false,
      },
    });
  });

  it('are read from their variables, all of which have an effect', () => {
    const { http, problems } = httpSettings({
      MINI_AGENT_HTTP_TOKEN: `${token}, ${token}-2`,
      MCP_ALLOWED_HOSTS: 'a.example, b.example',
      MCP_ALLOWED_ORIGINS: 'https://a.example',
      MINI_AGENT_HTTP_ISSUER: issuer,
      MINI_AGENT_HTTP_JWKS_URL: 'http://127.0.0.1:9/keys',
      MINI_AGENT_HTTP_AUDIENCE: 'api://agent, https://a.example/mcp',
      MINI_AGENT_HTTP_SCOPES: 'agent:run agent:read',
      MINI_AGENT_HTTP_CALLS_PER_MINUTE: '60',
      MINI_AGENT_HTTP_MAX_CONCURRENT: '4',
      MINI_AGENT_METRICS: 'on',
    });
    expect(problems).toEqual([]);
    expect(http.token === undefined ? [] : bearerTokens(http.token)).toEqual([token, `${token}-2`]);
    expect(http).toMatchObject({
      allowedHosts: ['a.example', 'b.example'],
      allowedOrigins: ['https://a.example'],
      issuer,
      jwksUrl: 'http://127.0.0.1:9/keys',
      audience: ['api://agent', 'https://a.example/mcp'],
      scopes: ['agent:run', 'agent:read'],
      callsPerMinute: 60,
      maxConcurrentCalls: 4,
      metrics: true,
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a short token',
      { MINI_AGENT_HTTP_TOKEN: 'canary-15-chars' },
      /15 characters.*at least 16.*openssl/,
    ],
    ['a short one of two', { MINI_AGENT_HTTP_TOKEN: `${token},canary` }, /token 2 of 2 has 6/],
    ['only commas', { MINI_AGENT_HTTP_TOKEN: ' , ,' }, /holds no token/],
    ['a token with a blank', { MINI_AGENT_HTTP_TOKEN: 'canary canary canary' }, /letters, digits/],
    [
      'a token that is not ASCII',
      { MINI_AGENT_HTTP_TOKEN: 'canary-密码密码密码密码密码' },
      /letters, digits/,
    ],
    [
      'an issuer that is no URL',
      { MINI_AGENT_HTTP_ISSUER: 'auth.example' },
      /ISSUER must be a URL/,
    ],
    ['an issuer without TLS', { MINI_AGENT_HTTP_ISSUER: 'http://auth.example' }, /https:\/\//],
    [
      'an issuer on a name like loopback',
      { MINI_AGENT_HTTP_ISSUER: 'http://127.0.0.1.evil.example' },
      /https:\/\//,
    ],
    [
      'an issuer with a password',
      { MINI_AGENT_HTTP_ISSUER: 'https://u:canary@auth.example' },
      /user name/,
    ],
    [
      'keys without TLS',
      { MINI_AGENT_HTTP_ISSUER: issuer, MINI_AGENT_HTTP_JWKS_URL: 'http://10.0.0.1/k' },
      /JWKS_URL must/,
    ],
    [
      'keys without an issuer',
      { MINI_AGENT_HTTP_JWKS_URL: 'https://auth.example/k' },
      /JWKS_URL.*MINI_AGENT_HTTP_ISSUER/,
    ],
    [
      'an audience and scopes without an issuer',
      { MINI_AGENT_HTTP_AUDIENCE: 'a', MINI_AGENT_HTTP_SCOPES: 'b' },
      /AUDIENCE, MINI_AGENT_HTTP_SCOPES.*ISSUER/,
    ],
    [
      'a scope with a quote',
      { MINI_AGENT_HTTP_ISSUER: issuer, MINI_AGENT_HTTP_SCOPES: 'a"b' },
      /SCOPES/,
    ],
  ])('with %s keep the server from starting, also on loopback', (_, environment, expected) => {
    const { http, problems } = httpSettings(environment);
    expect(problems).toEqual([expect.stringMatching(expected)]);
    expect(bindProblem(http, '127.0.0.1')).toMatch(expected);
    expect(() => createAuthenticator(http, { log: () => undefined })).toThrow(expected);
    expect(inspect({ http, problems }, { depth: 9 })).not.toContain('canary');
  });

  it('fall back to the default for a wrong limit, which opens nothing', () => {
    const { http, problems } = httpSettings({ MINI_AGENT_HTTP_MAX_CONCURRENT: 'many' });
    expect(problems).toEqual([expect.stringMatching(/MAX_CONCURRENT is "many".*default 1000/)]);
    expect(http.maxConcurrentCalls).toBe(1000);
    expect(bindProblem(http, '127.0.0.1')).toBeUndefined();
  });
});

describe('bindProblem', () => {
  const guarded = { MINI_AGENT_HTTP_TOKEN: token, MCP_ALLOWED_HOSTS: 'mcp.example.com' };

  it.each([
    '127.0.0.1',
    '127.8.9.1',
    'localhost',
    'LOCALHOST',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
  ])('lets %s be', (host) => {
    expect(bindProblem(httpSettings({}).http, host)).toBeUndefined();
  });

  it.each([
    '0.0.0.0',
    '::',
    '[::]',
    '',
    '192.168.1.5',
    'fe80::1',
    '::ffff:10.0.0.1',
    'box.lan',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.1',
    '0',
  ])('mcp-066: refuses "%s" without guards and says what to set', (host) => {
    const problem = bindProblem(httpSettings({}).http, host);
    expect(problem).toContain('MINI_AGENT_HTTP_TOKEN');
    expect(problem).toContain('MINI_AGENT_HTTP_ISSUER');
    expect(problem).toContain('MCP_ALLOWED_HOSTS');
    expect(problem).toContain('127.0.0.1');
    expect(bindProblem(httpSettings(guarded).http, host)).toBeUndefined();
  });

  it('names only what is missing', () => {
    const hosts = httpSettings({ MCP_ALLOWED_HOSTS: 'mcp.example.com' }).http;
    expect(bindProblem(hosts, '0.0.0.0')).not.toContain('MCP_ALLOWED_HOSTS');
    const auth = httpSettings({ MINI_AGENT_HTTP_ISSUER: issuer }).http;
    expect(bindProblem(auth, '0.0.0.0')).not.toContain('MINI_AGENT_HTTP_TOKEN');
    const any = httpSettings({ ...guarded, MCP_ALLOWED_HOSTS: '*' }).http;
    expect(bindProblem(any, '0.0.0.0')).toContain('* does not count');
  });
});
