import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DoctorReport, Providers } from '@mini-agent/llm-router';
import { findPackageRoot } from '../../config/find-env-file.ts';
import { resolveHome } from '../../config/home.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import type { Environment } from '../../config/variables.ts';
import { checkModes } from './check-modes.ts';
import { checkNode } from './check-node.ts';
import { checkPath } from './check-path.ts';
import { checkSearch } from './check-search.ts';
import { checkStores } from './check-stores.ts';
import { same, type DoctorFinding, type DoctorResult } from './findings.ts';

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
  const { settings, problems } = readSettings({
    environment,
    workingDirectory,
    packageRoot: findPackageRoot(options.packageRoot),
  });
  const [{ providers, report }, stores, search, path] = await Promise.all([
    checkModels(settings),
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
    ...settingFindings(settings, problems),
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
): Promise<{ providers: Providers; report: DoctorReport }> {
  const { checkProviders, readProviders } = await import('@mini-agent/llm-router');
  const providers = readProviders(settings.llmEnvironment());
  const report = await checkProviders(providers, { timeoutMs: endpointTimeoutMs });
  return { providers, report };
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

function settingFindings(
  { envFile }: Settings,
  problems: readonly string[],
): readonly DoctorFinding[] {
  const area = 'settings';
  const file: DoctorFinding =
    envFile === undefined
      ? {
          area,
          level: 'note',
          text: {
            en: 'no .env file was found; the environment alone counts',
            zh: '未找到 .env 文件，仅使用环境变量',
          },
        }
      : { area, level: 'ok', text: { en: `.env: ${envFile}`, zh: `.env：${envFile}` } };
  return [
    file,
    ...problems.map((problem): DoctorFinding => ({ area, level: 'warning', text: same(problem) })),
  ];
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
          text: { en: `from other machines: ${everywhere}`, zh: `其他机器：${everywhere}` },
        },
  ];
}
