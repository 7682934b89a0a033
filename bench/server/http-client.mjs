// A client of Streamable HTTP by hand: a session of the handshake's era over one kept-alive connection.
import { request as httpRequest } from 'node:http';

/** Opens a session; `call` resolves to the result of one `tools/call`, `close` ends the session. */
export async function openSession(url, agent) {
  let lastId = 0;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const ask = async (method, params) => {
    lastId += 1;
    const message = { jsonrpc: '2.0', id: lastId, method, params };
    const response = await exchange(url, { method: 'POST', agent, headers }, message);
    if (response.status !== 200) throw new Error(`${response.status}: ${response.body}`);
    const answer = readAnswer(response, lastId);
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return { ...response, result: answer.result };
  };
  const { sessionId, result } = await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  });
  headers['mcp-session-id'] = sessionId;
  headers['mcp-protocol-version'] = result.protocolVersion;
  const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await exchange(url, { method: 'POST', agent, headers }, ready);
  return {
    call: async (params) => (await ask('tools/call', params)).result,
    close: () => exchange(url, { method: 'DELETE', agent, headers }),
  };
}

function exchange(url, options, message) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        body += text;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          sessionId: response.headers['mcp-session-id'],
          isStream: response.headers['content-type']?.startsWith('text/event-stream') === true,
          body,
        }),
      );
    });
    request.on('error', reject);
    request.end(message === undefined ? undefined : JSON.stringify(message));
  });
}

/** The answer itself, or the event of a stream that brings it. */
function readAnswer({ isStream, body }, id) {
  if (!isStream) return JSON.parse(body);
  const answers = body
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:') && line.length > 6)
    .map((line) => JSON.parse(line.slice(5)));
  const answer = answers.find((message) => message.id === id);
  if (answer === undefined) throw new Error('the stream ended without an answer');
  return answer;
}
