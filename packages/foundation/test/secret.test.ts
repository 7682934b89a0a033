import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { redactSecrets, secret } from '../src/secret.ts';

// Many cases are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

describe('a secret', () => {
  test('prints as [secret] wherever it may end up', () => {
    const key = secret('value-42');
    expect(String(key)).toBe('[secret]');
    expect(`key: ${String(key)}`).toBe('key: [secret]');
    expect(JSON.stringify({ key })).toBe('{"key":"[secret]"}');
    expect(inspect({ deep: { key } }, { depth: 9, showHidden: true })).not.toContain('value-42');
    expect(Object.values(key).join()).not.toContain('value-42');
    expect(key.reveal()).toBe('value-42');
    expect(secret(key)).toBe(key);
  });
});

describe('redactSecrets', () => {
  const awsKeyId = ['AKIA', 'Q7VNZ3KLM9XW2RT5'].join('');
  const hidden = 'Q7vNz3kLm9Xw2Rt5';
  test.each([
    ['an OpenAI key', `Incorrect API key provided: sk-${hidden}.`],
    ['a project key', `sk-proj-${hidden}_${hidden} is invalid`],
    ['an Anthropic key', `key sk-ant-api03-${hidden}`],
    ['a GitHub token', `ghp_${hidden}${hidden}`],
    ['a Google key', `AIzaSy${hidden}${hidden}`],
    ['an AWS key id', `${awsKeyId} was used`, awsKeyId],
    ['a web token', `eyJhbGciOiJIUzI1NiJ9.${hidden}.${hidden}`],
    ['an authorization header', `Authorization: Bearer ${hidden}`],
    ['a header in lower case', `authorization: token ${hidden}\r\nhost: x`],
    ['a header as JSON', `{"authorization":"Basic ${hidden}=="}`],
    ['a proxy header', `Proxy-Authorization=Digest ${hidden}`],
    ['a bearer in a sentence', `got bearer ${hidden} from the client`],
    ['basic credentials in a sentence', `sent Basic dXNlcjpwYXNz${hidden}== to it`],
    ['x-api-key', `x-api-key: ${hidden}`],
    ['cookies', `Cookie: session=${hidden}; theme=dark`],
    ['a set cookie', `set-cookie: id=${hidden}; HttpOnly`],
    ['a password in a URL', `postgres://app:${hidden}@db.example.com:5432/x`],
    ['a password with an at sign in a URL', `mysql://root:p@${hidden}@localhost/x`],
    ['a token as user of a URL', `https://${hidden}@git.example.com/a.git`],
    ['a key in a query', `GET https://example.com/v1?key=${hidden}&q=tea`],
    ['an access token in a query', `https://example.com/cb?access_token=${hidden}#x`],
    ['JSON', `{"apiKey": "${hidden}", "model": "m"}`],
    ['JSON in snake case', `{"api_key":"${hidden}"}`],
    ['JSON in JSON', String.raw`{"body":"{\"api_key\":\"${hidden}\"}"}`],
    ['a password with blanks', `{"password": "correct horse ${hidden}"}`],
    ['single quotes', `{'client_secret': '${hidden}'}`],
    ['an environment line', `LLM_API_KEY=${hidden}`],
    ['a YAML line', `  refresh-token: ${hidden}`],
    ['an AWS secret', `aws_secret_access_key = ${hidden}`],
    ['a password that is a word', 'password: swordfish', 'swordfish'],
    ['a word and more', 'password: swordfish was refused', 'swordfish'],
    ['a word in quotes', '{"password":"swordfish"}', 'swordfish'],
    ['words in quotes', '{"password":"correct horse battery staple"}', 'horse'],
    ['words that begin as a remark may', '{"password":"not a horse"}', 'horse'],
    ['a word behind an equals sign', 'password=required&user=x', 'required'],
    ['a word with a digit', 'password: must1234 is used', 'must1234'],
    ['a word that goes on', 'password: no.Way-1234', 'Way'],
    ['a word with capitals', 'secret: stringThing9', 'Thing'],
    ['a value of braces', 'secret: {hunter2hunter2}', 'hunter2'],
    ['a Chinese word', 'password: 芝麻开门吧', '芝麻'],
  ])('hides %s', (_name, text, ...more) => {
    const clean = redactSecrets(text);
    for (const value of more.length > 0 ? more : [hidden]) expect(clean).not.toContain(value);
    expect(clean).toContain('[secret]');
  });

  test('keeps what stands around', () => {
    expect(redactSecrets(`{"apiKey": "${hidden}", "model": "m"}`)).toBe(
      '{"apiKey": "[secret]", "model": "m"}',
    );
    expect(redactSecrets(`GET /v1?key=${hidden}&q=tea HTTP/1.1`)).toBe(
      'GET /v1?key=[secret]&q=tea HTTP/1.1',
    );
    expect(redactSecrets(`postgres://app:${hidden}@db:5432/x`)).toBe(
      'postgres://app:[secret]@db:5432/x',
    );
    expect(redactSecrets(`authorization: Bearer ${hidden}\nhost: x`)).toBe(
      'authorization: [secret]\nhost: x',
    );
  });

  test.each([
    'Basic understanding of tea',
    'Total tokens: 4096, max_tokens: 12',
    'https://example.com:8080/path?q=a@b',
    'The monkey and the keyboard: 12345',
    '{"primary_key":"customer","next":"page-2"}',
    'A cookie: chocolate and butter',
    '用户喜欢绿茶，密码学很有趣',
    'password: must have 8 characters',
    'secret: required string',
    'Password: Must be at least 8 characters long',
    'api_key: missing',
    'api key: string (optional)',
    'client_secret: expected string, received undefined',
    'access_token: invalid.',
    'password: too short; secret: required',
    '{"password":"must have 8 characters"}',
    '{"password": "string", "name": "string"}',
    String.raw`{"errors":"{\"password\":\"is required\"}"}`,
    '{"properties":{"password":{"type":"string"},"secret": {"type":"string"}}}',
    'password: {type: string, minLength: 8}',
    'secret: plain string',
    'password: lowercase letters only',
    'password: 必须至少 8 位',
    '{"password":"不能为空"}',
    'mail someone@example.com about it',
  ])('leaves %s as it is', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  test('hides known secrets of any shape, in URLs and in JSON too', () => {
    const known = [secret('plain words'), secret('a/b "c"'), secret('plain words and more')];
    expect(redactSecrets('plain words and more|plain words', known)).toBe('[secret]|[secret]');
    expect(redactSecrets(encodeURIComponent('a/b "c"'), known)).toBe('[secret]');
    expect(redactSecrets(JSON.stringify({ x: 'a/b "c"' }), known)).toBe('{"x":"[secret]"}');
    expect(redactSecrets('abc', [secret('abc')])).toBe('abc');
  });

  test('never shows a known secret, and changes nothing the second time', () => {
    const value = fc.stringMatching(/^[a-z0-9]{9,20}$/);
    fc.assert(
      fc.property(value, fc.string(), fc.string(), (hiddenValue, before, after) => {
        const once = redactSecrets(before + hiddenValue + after, [secret(hiddenValue)]);
        expect(once).not.toContain(hiddenValue);
        expect(redactSecrets(once)).toBe(once);
      }),
    );
  });

  test('takes a known secret with half a character in it', () => {
    expect(redactSecrets('a \ud800bcd b', [secret('\ud800bcd')])).toBe('a [secret] b');
  });

  test.each([
    'eyJ-',
    'eyJaaaaaaaa.',
    'sk-',
    '//a:',
    '//',
    'password',
    'password:"',
    'password="a ',
    'authorization:',
    'Bearer ',
    'Bearer      ',
    'Basic a',
    'cookie: a',
    '?key=',
    'api key : ',
    '\\\\\\\\"',
    ' ',
    'a@',
  ])('takes no longer than linear time on a megabyte of %j', (part) => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    const started = performance.now();
    redactSecrets(text);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
