import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DoctorReport, Providers } from '@mini-agent/llm-router';
import { findPackageRoot } from '../../config/find-env-file.ts';
import { resolveHome } from '../../config/home.ts';
import { faultSentence, fileFault, type FileFault } from '../../config/file-fault.ts';
import { readSettings, type ReadSettings, type Settings } from '../../config/settings.ts';
import type { Environment } from '../../config/variables.ts';
import { pick } from '../../messages.ts';
import { localeLanguage } from '../locale.ts';
import { checkModes } from './check-modes.ts';
import { checkNode } from './check-node.ts';
import { checkPath } from './check-path.ts';
import { checkSearch } from './check-search.ts';
import { checkStores } from './check-stores.ts';
import { faultFinding, same, type DoctorFinding, type DoctorResult } from './findings.ts';

export interface ExamineOptions {
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly packageRoot: string;
  readonly version: string;
  readonly userHome?: string;
  readonly nodeVersion?: string;
  /** Why a server at this address would refuse to start. */
  readonly bindProblem: (http: Settings['http'], host: string) => string | undefined;
}

/** Nothing is waited for longer than this; with what is done around it, an offline machine is through in 10 s. */
const endpointTimeoutMs = 6_000;
const searchTimeoutMs = 5_000;

/** Looks at everything at once. */
export async function examine(options: ExamineOptions): Promise<DoctorResult> {
  const { environment, workingDirectory, version } = options;
  const read = readSettings({
    environment,
    workingDirectory,
    packageRoot: findPackageRoot(options.packageRoot),
  });
  const { settings } = read;
  const [{ providers, report }, stores, search, path] = await Promise.all([
    checkModels(settings, localeLanguage(environment)),
    storeFindings(options, settings),
    searchFindings(settings),
    checkPath({
      environment,
      platform: process.platform,
      node: process.execPath,
      script: process.argv[1] ?? fileURLToPath(import.meta.url),
    }),
  ]);
  const findings: readonly DoctorFinding[] = [
    checkNode(options.nodeVersion ?? process.versions.node),
    ...settingFindings(read),
    ...checkModes(providers, report),
    ...stores,
    ...search,
    ...httpFindings(settings, options.bindProblem),
    ...path,
  ];
  return { version, findings, models: report };
}

async function checkModels(
  settings: Settings,
  language: 'en' | 'zh',
): Promise<{ providers: Providers; report: DoctorReport }> {
  const { checkProviders, readProviders } = await import('@mini-agent/llm-router');
  const unread: FileFault[] = [];
  const read = readProviders(settings.llmEnvironment(), {
    readFile: (path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch (error) {
        unread.push(fileFault(error, path));
        throw error;
      }
    },
  });
  const problems = read.problems.map((problem) => toldAgain(problem, unread, language));
  const providers = { ...read, problems };
  const report = await checkProviders(providers, { timeoutMs: endpointTimeoutMs });
  return { providers, report };
}

/** The router tells in English that it cannot read a file; here the reader's language counts. */
function toldAgain(problem: string, unread: readonly FileFault[], language: 'en' | 'zh'): string {
  const fault = unread.find(({ path }) => problem.startsWith(`LLM_PROVIDERS_PATH (${path}) `));
  if (fault === undefined) return problem;
  const { path, what, mend } = fault;
  return pick(language, {
    en: `LLM_PROVIDERS_PATH (${path}) ${what.en}. ${mend.en} HTTP is off.`,
    zh: `LLM_PROVIDERS_PATH（${path}）${what.zh}。${mend.zh}HTTP 模式已停用。`,
  });
}

function storeFindings(
  { environment, workingDirectory, userHome = homedir() }: ExamineOptions,
  { home: configured }: Settings,
): Promise<readonly DoctorFinding[]> {
  const home = resolveHome({ configured, workingDirectory, environment, userHome });
  return checkStores({ home, isConfigured: configured !== undefined, workingDirectory, userHome });
}

async function searchFindings({
  anySearch,
  llmEnvironment,
}: Settings): Promise<readonly DoctorFinding[]> {
  return checkSearch(anySearch, {
    environment: llmEnvironment(),
    signal: AbortSignal.timeout(searchTimeoutMs),
    discover: async (signal) => {
      const { createAnySearchClient } = await import('@mini-agent/anysearch-client');
      const { baseUrl, apiKey } = anySearch;
      const client = createAnySearchClient({
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      return (await client.discover({ signal })).map(({ name }) => name);
    },
  });
}

function settingFindings({
  settings,
  problems,
  envFileFault,
}: ReadSettings): readonly DoctorFinding[] {
  const area = 'settings';
  const told = envFileFault === undefined ? undefined : faultSentence(envFileFault);
  return [
    envFileFault === undefined
      ? envFileFinding(settings.envFile)
      : faultFinding(area, envFileFault),
    ...problems
      .filter((problem) => problem !== told)
      .map((problem): DoctorFinding => ({ area, level: 'warning', text: same(problem) })),
  ];
}

function envFileFinding(path: string | undefined): DoctorFinding {
  const area = 'settings';
  if (path !== undefined)
    return { area, level: 'ok', text: { en: `.env: ${path}`, zh: `.env：${path}` } };
  return {
    area,
    level: 'note',
    text: {
      en: 'no .env file was found; the environment alone counts',
      zh: '未找到 .env 文件，仅使用环境变量',
    },
  };
}

function httpFindings(
  { http }: Settings,
  bindProblem: ExamineOptions['bindProblem'],
): readonly DoctorFinding[] {
  const area = 'http';
  const local = bindProblem(http, '127.0.0.1');
  if (local !== undefined) return [{ area, level: 'fault', text: same(local) }];
  const everywhere = bindProblem(http, '0.0.0.0');
  const isGuarded = http.token !== undefined || http.issuer !== undefined;
  return [
    {
      area,
      level: 'ok',
      text: isGuarded
        ? { en: 'on this machine: callers need a token', zh: '本机：调用方需提供令牌' }
        : {
            en: 'on this machine: can start, for anybody on it',
            zh: '本机：可启动，本机用户均可调用',
          },
    },
    everywhere === undefined
      ? {
          area,
          level: 'ok',
          text: { en: 'from other machines: can start', zh: '其他机器：可启动' },
        }
      : {
          area,
          level: 'note',
          text: {
            en: `from other machines: ${everywhere}`,
            zh: '其他机器：须先设置 MINI_AGENT_HTTP_TOKEN（可用 openssl rand -hex 32 生成）或 MINI_AGENT_HTTP_ISSUER（OAuth），以及 MCP_ALLOWED_HOSTS（客户端所用的主机名），否则服务拒绝启动',
          },
        },
  ];
}
