import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Environment } from '../../config/variables.ts';
import { pick, type Pair } from '../../messages.ts';
import type { ClientName } from '../command-table.ts';
import { localeLanguage } from '../locale.ts';
import { createTerminalQuestions } from '../terminal-questions.ts';
import { withoutControls } from '../terminal-text.ts';
import { clientConfiguration, serverName, type ClientConfiguration } from './clients.ts';
import {
  readConfigFile,
  refuseReadOnly,
  replaceConfigFile,
  type ConfigFile,
} from './config-file.ts';
import { difference } from './difference.ts';
import { MergeError } from './merge-error.ts';
import { mergeJson } from './merge-json.ts';
import { mergeToml } from './merge-toml.ts';
import { snippetOf } from './snippet.ts';

export interface InitRequest {
  readonly client: ClientName;
  readonly write: boolean;
  readonly yes: boolean;
}

/** What the command does with the world. */
export interface InitPorts {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly userHome: string;
  /** Where a yes or no is read; undefined = nobody can be asked. */
  readonly input: Readable | undefined;
  /** Where the question is written. */
  readonly ask: Writable;
  /** The configuration itself. */
  readonly print: (text: string) => void;
  /** Everything else. */
  readonly tell: (text: string) => void;
}

/** `mini-agent-mcp init <client>`: resolves with the exit code. */
export async function initCommand(
  request: InitRequest,
  ports: InitPorts = processPorts(),
): Promise<number> {
  const { environment, platform, userHome } = ports;
  const configuration = clientConfiguration(request.client, { platform, environment, userHome });
  const language = localeLanguage(environment);
  const say = (pair: Pair): void => {
    ports.tell(withoutControls(pick(language, pair)));
  };
  if (!request.write) {
    const { title, path, orElse } = configuration;
    say({
      en: `${title} reads its servers from ${path}:`,
      zh: `${title} 从 ${path} 读取服务配置：`,
    });
    ports.print(snippetOf(configuration));
    if (orElse !== undefined) say({ en: `Or run: ${orElse}`, zh: `或运行：${orElse}` });
    say({
      en: `To have it merged into the file: npx -y mini-agent-mcp init ${request.client} --write`,
      zh: `如需合并到该文件：npx -y mini-agent-mcp init ${request.client} --write`,
    });
    return 0;
  }
  try {
    return await write({ configuration, request, ports, say });
  } catch (error) {
    return refuse(error, { configuration, ports, say });
  }
}

function processPorts(): InitPorts {
  return {
    environment: process.env,
    platform: process.platform,
    userHome: homedir(),
    input: process.stdin.isTTY && process.stderr.isTTY ? process.stdin : undefined,
    ask: process.stderr,
    print: (text) => process.stdout.write(`${text}\n`),
    tell: (text) => process.stderr.write(`${text}\n`),
  };
}

interface Work {
  readonly configuration: ClientConfiguration;
  readonly ports: InitPorts;
  readonly say: (pair: Pair) => void;
}

async function write({
  configuration,
  request,
  ports,
  say,
}: Work & { readonly request: InitRequest }): Promise<number> {
  const { path, title } = configuration;
  const file = await readConfigFile(path);
  const merged = merge(configuration, file);
  if (merged === file.text) {
    say({ en: `${path} has it already.`, zh: `${path} 中已有该配置。` });
    return 0;
  }
  refuseReadOnly(file);
  say(
    file.text === undefined
      ? { en: `${path} will be made:`, zh: `将创建 ${path}：` }
      : { en: `${path} will be changed:`, zh: `将修改 ${path}：` },
  );
  // Lines nearby belong to other servers and may hold their keys.
  for (const line of difference(file.text ?? '', merged)) {
    ports.tell(withoutControls(redactSecrets(line)));
  }
  if (!request.yes) {
    if (ports.input === undefined) {
      say({
        en: 'Nothing was written: there is no terminal to ask at. Add --yes to write it unasked.',
        zh: '未写入：没有可询问的终端。如需直接写入，请加 --yes。',
      });
      return 2;
    }
    if (!(await isWanted(ports.input, ports))) {
      say({ en: 'Nothing was written.', zh: '未写入。' });
      return 1;
    }
  }
  const backup = await replaceConfigFile(path, file, merged);
  say({ en: `Written: ${path}`, zh: `已写入：${path}` });
  if (backup !== undefined) say({ en: `Backup: ${backup}`, zh: `备份：${backup}` });
  say({ en: `Restart ${title} to use it.`, zh: `请重启 ${title} 以生效。` });
  return 0;
}

function merge(configuration: ClientConfiguration, { text = '' }: ConfigFile): string {
  return configuration.format === 'toml'
    ? mergeToml(text, configuration)
    : mergeJson(text, configuration);
}

/** Only a clear yes is one. */
async function isWanted(input: Readable, { environment, ask }: InitPorts): Promise<boolean> {
  const questions = createTerminalQuestions({ input, output: ask });
  const title = pick(localeLanguage(environment), { en: 'Write it?', zh: '写入？' });
  const form = {
    message: '',
    requestedSchema: { type: 'object', properties: { write: { type: 'boolean', title } } },
  };
  const { action } = await questions(form, new AbortController().signal);
  return action === 'accept';
}

/** Says why, and what to do by hand. */
function refuse(error: unknown, { configuration, ports, say }: Work): number {
  if (!(error instanceof MergeError)) throw error;
  const { path } = configuration;
  const { reason } = error;
  say({
    en: `Nothing was written. ${path}: ${reason.en}. Or add "${serverName}" by hand:`,
    zh: `未写入。${path}：${reason.zh}。也可手动加入 "${serverName}"：`,
  });
  ports.print(snippetOf(configuration));
  return 1;
}
