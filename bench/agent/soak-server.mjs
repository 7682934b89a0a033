// A model endpoint on loopback that is often slow, silent or broken, in a process of its own. Prints its base URL. `GET /sockets` tells
// how many other connections are open.
import { createServer } from 'node:http';

import { createRandom } from '../measure.mjs';

const random = createRandom(7);
const usage = { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140 };
const sockets = new Set();

const call = (name, input) => ({
  id: `call_${Math.floor(random() * 1e9)}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

const calls = [
  () => [call('calculator', { expression: `2 + ${Math.floor(random() * 100)}` })],
  () => [call('text_stats', { text: 'one two 三' }), call('linger', { ms: 3 })],
  () => [call('linger', { ms: 10 }), call('append', { text: String(random()) })],
  () => [call('append', { text: String(random()) })],
  () => [call('flaky', {}), call('no_such_tool', {}), call('calculator', { expression: '2 +' })],
];

function completion(body) {
  const results = body.messages.filter(({ role }) => role === 'tool').length;
  const isAnswer = body.tool_choice === 'none' || results > random() * 5;
  const message = isAnswer
    ? { role: 'assistant', content: 'That is all.' }
    : { role: 'assistant', content: null, tool_calls: pick(calls)() };
  const finish_reason = isAnswer ? 'stop' : 'tool_calls';
  return { message, finish_reason };
}

function pick(choices) {
  return choices[Math.floor(random() * choices.length)];
}

function answerStream(response, { message, finish_reason }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const { content, tool_calls = [] } = message;
  const deltas = [
    { role: 'assistant', content: content ?? '' },
    ...tool_calls.map((one, index) => ({ tool_calls: [{ index, ...one }] })),
  ];
  const chunk = (delta, reason) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'soak', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  for (const delta of deltas) response.write(chunk(delta, null));
  if (random() < 0.005) return;
  response.end(`${chunk({}, finish_reason)}data: [DONE]\n\n`);
}

function answer(response, body) {
  const luck = random();
  // Never answers.
  if (luck < 0.005) return;
  if (luck < 0.04) {
    response.destroy();
    return;
  }
  if (luck < 0.07) {
    response.writeHead(pick([429, 500]), { 'content-type': 'application/json' });
    response.end('{"error":{"message":"not now"}}');
    return;
  }
  const reply = completion(body);
  if (body.stream === true) {
    answerStream(response, reply);
    return;
  }
  const choices = [{ index: 0, ...reply }];
  const text = JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    model: 'soak',
    choices,
    usage,
  });
  response.writeHead(200, { 'content-type': 'application/json' });
  // Stops in the middle.
  if (luck < 0.075) response.write(text.slice(0, 30));
  else response.end(text);
}

const server = createServer((request, response) => {
  if (request.url === '/sockets') {
    response.end(String([...sockets].filter((socket) => socket !== request.socket).length));
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const body = JSON.parse(text);
    if (random() < 0.3) setTimeout(() => answer(response, body), random() * 8);
    else answer(response, body);
  });
});
server.keepAliveTimeout = 2_000;
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().on('end', () => process.exit());
