// Asks the server of this container whether it is well. A server on stdio has no port to ask, so it counts as well.
// The flags of the server are read from its command line, or from the file that is given.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const words = readFileSync(process.argv[2] ?? '/proc/1/cmdline', 'utf8')
  .split('\0')
  .flatMap((word) => word.split(/(?<=^--[a-z]+)=/));
const isHttp = words.includes('--http') || words.includes('--sse');
if (isHttp) check(Number(valueOf('--port') ?? 8080), hostOf(valueOf('--host')));

/** What follows a flag; of several, the last one counts. */
function valueOf(flag) {
  const place = words.lastIndexOf(flag);
  return place === -1 ? undefined : words[place + 1];
}

/** Loopback also reaches a server that listens on every address; one that listens on a single address is asked there. */
function hostOf(given = '') {
  const host = given.replace(/^\[(.*)\]$/, '$1');
  return ['', '0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host;
}

function check(port, host) {
  const fail = (reason) => {
    process.stderr.write(`unhealthy, ${host} port ${port}: ${reason}\n`);
    process.exit(1);
  };
  // The guards of the server let its own name pass, whatever address it listens on.
  const headers = { host: `localhost:${port}` };
  request({ host, port, path: '/healthz', headers, timeout: 4_000 }, (response) => {
    response.resume();
    if (response.statusCode !== 200) fail(`/healthz answered ${response.statusCode}`);
    else process.exit(0);
  })
    .on('timeout', () => fail('/healthz did not answer in 4 s'))
    .on('error', (error) => fail(error.message))
    .end();
}
