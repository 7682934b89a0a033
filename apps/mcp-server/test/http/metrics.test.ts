import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/server/http/metrics.ts';
import {
  frames,
  modernCall,
  modernHeaders,
  openSession,
  post,
  serve,
  toolCall,
} from './http-harness.ts';

describe('/metrics', () => {
  test('is not there unless it is switched on', async () => {
    const server = await serve();
    expect((await fetch(new URL('/metrics', server.url))).status).toBe(404);
  });

  test('counts runs, calls, sessions and requests, and tells nothing of their content', async () => {
    const server = await serve({ MINI_AGENT_METRICS: 'on' });
    const headers = await openSession(server);
    const task = 'answer very-private-word';
    await frames(await post(server, toolCall(1, { task }), { headers }));
    await frames(await post(server, toolCall(2, { task: 'fail', mode: 'rule' }), { headers }));
    const call = modernCall(1, { task: 'model answer x' });
    await frames(await post(server, call, { headers: modernHeaders }));
    const response = await fetch(new URL('/metrics', server.url));
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    const lines = text.split('\n');
    for (const line of [
      'mini_agent_build_info{version="1.2.3"} 1',
      'mini_agent_runs_total{mode="rule",outcome="completed"} 1',
      'mini_agent_runs_total{mode="rule",outcome="error"} 1',
      'mini_agent_runs_total{mode="http",outcome="completed"} 1',
      'mini_agent_runs_active 0',
      'mini_agent_calls_total{era="legacy"} 2',
      'mini_agent_calls_total{era="modern"} 1',
      'mini_agent_calls_open 0',
      'mini_agent_sessions 1',
      'mini_agent_run_duration_seconds_count 3',
    ]) {
      expect(lines).toContain(line);
    }
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
    expect(text).toMatch(
      /^mini_agent_http_requests_total\{route="mcp",method="POST",status="200"\} [4-9]$/m,
    );
    expect(text).not.toContain('very-private-word');
    expect(text).not.toContain(headers['mcp-session-id']);
    for (const line of lines)
      expect(line).toMatch(/^$|^# (?:HELP|TYPE) |^\w+(?:\{.*\})? [\d.e+-]+$/);
  });

  test('needs the token where one is set', async () => {
    const token = 'a-token-of-more-than-sixteen-letters';
    const server = await serve({ MINI_AGENT_METRICS: 'on', MINI_AGENT_HTTP_TOKEN: token });
    const url = new URL('/metrics', server.url);
    expect((await fetch(url)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(url, { headers })).status).toBe(200);
  });
});

describe('the registry', () => {
  test('escapes labels, and keeps no more than 200 series and one for the rest', () => {
    const metrics = createMetrics();
    const counter = metrics.counter('c', 'Counts.');
    counter.add({ tool: 'a"b\\c\nd' });
    for (let index = 0; index < 1_000; index += 1) counter.add({ tool: `t${index}` });
    const lines = metrics.text().split('\n');
    expect(lines).toContain('c{tool="a\\"b\\\\c\\nd"} 1');
    expect(lines).toContain('c{tool="other"} 801');
    expect(lines.filter((line) => line.startsWith('c{'))).toHaveLength(201);
  });

  test('a histogram counts into every bucket that is wide enough', () => {
    const metrics = createMetrics();
    const histogram = metrics.histogram('h', 'Seconds.', [1, 10]);
    for (const value of [0.5, 1, 5, 50]) histogram.observe(value);
    expect(metrics.text()).toBe(
      [
        '# HELP h Seconds.',
        '# TYPE h histogram',
        'h_bucket{le="1"} 2',
        'h_bucket{le="10"} 3',
        'h_bucket{le="+Inf"} 4',
        'h_sum 56.5',
        'h_count 4',
        '',
      ].join('\n'),
    );
  });
});
