import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNode, type NodeRun } from './run-node.ts';

const preload = new URL('../preload/conformance.mjs', import.meta.url).href;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preload-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs `code` where the suite would lie. */
async function runInSuite(code: string): Promise<NodeRun> {
  const dist = join(folder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist');
  await mkdir(dist, { recursive: true });
  const file = join(dist, 'index.mjs');
  await writeFile(file, code);
  return runNode(['--import', preload, file], { cwd: folder, timeoutMs: 20_000 });
}

describe('the preload of the conformance suite', () => {
  it('gives the suite a globSync that finds result files at any depth', async () => {
    await mkdir(join(folder, 'results', 'one', 'deep'), { recursive: true });
    await writeFile(join(folder, 'results', 'one', 'checks.json'), '[]');
    await writeFile(join(folder, 'results', 'one', 'deep', 'checks.json'), '[]');
    await writeFile(join(folder, 'results', 'one', 'other.json'), '[]');
    const { stdout, stderr } = await runInSuite(
      `import { existsSync, globSync } from 'fs';
       console.log(JSON.stringify([existsSync('results'), globSync('**/checks.json', { cwd: 'results' }).sort()]));`,
    );
    expect(stdout, stderr).not.toBe('');
    const found = [join('one', 'checks.json'), join('one', 'deep', 'checks.json')];
    expect(JSON.parse(stdout)).toEqual([true, found]);
  });

  it('refuses a connection beyond this machine, and names it', async () => {
    const { stdout, stderr } = await runInSuite(
      `import net from 'node:net';
       const say = (error) => console.log(error.cause?.message ?? error.message);
       await fetch('http://192.0.2.1:8081/').catch(say);
       await fetch('https://example.com/').catch(say);
       net.connect(9, '192.0.2.2').on('error', say);`,
    );
    for (const host of ['192.0.2.1', 'example.com', '192.0.2.2']) {
      expect(stdout).toContain(`Refused to connect to ${host}:`);
      expect(stderr).toContain(`Refused to connect to ${host}:`);
    }
  });

  it('lets loopback pass', async () => {
    const server = createServer((_request, response) => response.end('here'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const { stdout, stderr } = await runInSuite(
      `console.log(await (await fetch('http://127.0.0.1:${port}/')).text());
       console.log(await (await fetch('http://localhost:${port}/')).text());`,
    );
    server.close();
    expect(stdout, stderr).toBe('here\nhere\n');
  });
});
