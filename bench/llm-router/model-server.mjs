// A model endpoint on loopback, in a process of its own so that its cost is nobody's: asks for one tool call, then answers.
// Prints its base URL.
import { createServer } from 'node:http';

const usage = { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140 };

const call = {
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      id: 'call_abc123',
      type: 'function',
      function: { name: 'calculator', arguments: '{"expression":"2 + 3 * 4"}' },
    },
  ],
};
const answer = { role: 'assistant', content: '2 + 3 * 4 is 14.' };

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const isAnswer = body.includes('"role":"tool"');
    const reply = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'bench-model',
      choices: [
        {
          index: 0,
          message: isAnswer ? answer : call,
          finish_reason: isAnswer ? 'stop' : 'tool_calls',
        },
      ],
      usage,
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
process.stdin.resume().on('end', () => process.exit());
