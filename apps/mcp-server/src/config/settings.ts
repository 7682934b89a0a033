import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { secret, type Secret } from '@mini-agent/foundation/secret';
import { readApprovals, type ApprovalPolicy } from './approvals.ts';
import { parseEnvFile } from './env-file.ts';
import { faultSentence, fileFault, type FileFault } from './file-fault.ts';
import { findEnvFile } from './find-env-file.ts';
import { readHttp, type HttpSettings } from './http-settings.ts';
import { createVariables, type Environment, type Variables } from './variables.ts';

export type { HttpSettings } from './http-settings.ts';

/** Everything the environment says, checked. Keys are wrapped: printing the settings prints none. */
export interface Settings {
  /** The `.env` that counted. */
  readonly envFile: string | undefined;
  /** The variables of the model providers, for the router's own reader. A function, so that printing shows no key. */
  readonly llmEnvironment: () => Environment;
  readonly runTimeoutMs: number;
  /** How long a call waits before it hands back a handle, in seconds; undefined = the default for the client's request. */
  readonly waitSeconds: { readonly withoutToken: number; readonly withToken: number };
  readonly traceEnabled: boolean;
  readonly fastPath: boolean;
  readonly approvals: ApprovalPolicy;
  readonly maxTurns: number;
  readonly toolMaxConcurrent: number;
  readonly toolRetryCount: number;
  readonly anySearch: AnySearchSettings;
  /** The folder of the stores, where one is set. */
  readonly home: string | undefined;
  readonly agentFolders: readonly string[];
  readonly mcpServersFile: string | undefined;
  readonly documentFolders: readonly string[];
  readonly databases: readonly { readonly name: string; readonly url: Secret }[];
  readonly databaseUrl: Secret | undefined;
  readonly http: HttpSettings;
  readonly searxngUrl: string | undefined;
  readonly engineKeys: Readonly<Partial<Record<EngineKey, Secret>>>;
}

export interface AnySearchSettings {
  readonly enabled: boolean;
  readonly baseUrl: string | undefined;
  readonly apiKey: Secret | undefined;
  /** 0 = discover anew at each expiry. */
  readonly cacheTtlMs: number;
}

const engineKeys = [
  'BRAVE_API_KEY',
  'TAVILY_API_KEY',
  'EXA_API_KEY',
  'YDC_API_KEY',
  'TENCENT_WSA_API_KEY',
  'BOCHA_API_KEY',
  'SERPER_API_KEY',
] as const;

export type EngineKey = (typeof engineKeys)[number];

export interface SettingsSource {
  readonly environment: Environment;
  readonly workingDirectory: string;
  /** See `findPackageRoot`. */
  readonly packageRoot: string;
}

const day = 86_400_000;

export interface ReadSettings {
  readonly settings: Settings;
  /** Sentences for stderr and `doctor`. */
  readonly problems: readonly string[];
  /** Why the `.env` that counts could not be read; `problems` tell it too. */
  readonly envFileFault?: FileFault;
}

/** Reads the environment over the first `.env` found. */
export function readSettings(source: SettingsSource): ReadSettings {
  const file = readEnvFile(source);
  const environment: Environment = { ...file.values, ...definedOnly(source.environment) };
  const variables = createVariables(environment);
  variables.problems.push(...file.problems);
  const settings: Settings = {
    envFile: file.path,
    llmEnvironment: () => environment,
    runTimeoutMs: variables.integer('AGENT_RUN_TIMEOUT_MS', range(600_000, 1_000, day)),
    waitSeconds: readWaitSeconds(variables),
    traceEnabled: variables.flag('MINI_AGENT_TRACE', true),
    fastPath: variables.flag('MINI_AGENT_FAST_PATH', false),
    approvals: readApprovals(variables),
    maxTurns: variables.integer('AGENT_MAX_TURNS', range(5, 1, 50)),
    toolMaxConcurrent: variables.integer('TOOL_MAX_CONCURRENT', range(10, 1, 1_000)),
    toolRetryCount: variables.integer('TOOL_RETRY_COUNT', range(2, 0, 5)),
    anySearch: {
      enabled: variables.flag('ANYSEARCH_ENABLED', true),
      baseUrl: variables.url('ANYSEARCH_BASE_URL'),
      apiKey: variables.secret('ANYSEARCH_API_KEY'),
      cacheTtlMs: variables.integer('ANYSEARCH_CACHE_TTL_MS', range(3_600_000, 0, 30 * day)),
    },
    home: variables.text('MINI_AGENT_HOME') ?? variables.text('MINI_AGENT_DATA_DIR'),
    agentFolders: variables.list('MINI_AGENT_AGENTS', pathSeparator),
    mcpServersFile: variables.text('MINI_AGENT_MCP_SERVERS'),
    documentFolders: variables.list('MINI_AGENT_DOCS', pathSeparator),
    databases: readDatabases(variables),
    databaseUrl: readDatabaseUrl(variables),
    http: readHttp(variables),
    searxngUrl: variables.url('SEARXNG_URL'),
    engineKeys: readEngineKeys(variables),
  };
  if (variables.text('AGENT_TOOL_RETRY') !== undefined) {
    variables.problems.push('AGENT_TOOL_RETRY is obsolete and ignored; set TOOL_RETRY_COUNT.');
  }
  variables.problems.push(...withoutEffect(variables));
  const { fault } = file;
  return {
    settings,
    problems: variables.problems,
    ...(fault === undefined ? {} : { envFileFault: fault }),
  };
}

/** Variables that are checked but that nothing in this version works with. */
const unusedVariables = [
  'MINI_AGENT_AGENTS',
  'MINI_AGENT_MCP_SERVERS',
  'MINI_AGENT_DOCS',
  'MINI_AGENT_DATABASES',
  'MINI_AGENT_DATABASE_URL',
  'SEARXNG_URL',
  ...engineKeys,
];

/** A setting that silently does nothing would be looked for elsewhere. */
function withoutEffect(variables: Variables): readonly string[] {
  const names = unusedVariables.filter((name) => variables.text(name) !== undefined);
  if (names.length === 0) return [];
  return [`${names.join(', ')}: set, but not used by this version.`];
}

const pathSeparator = new RegExp(`[,${delimiter}]`);

function range(
  fallback: number,
  minimum: number,
  maximum: number,
): {
  fallback: number;
  minimum: number;
  maximum: number;
} {
  return { fallback, minimum, maximum };
}

function definedOnly(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
}

interface ReadEnvFile {
  readonly path: string | undefined;
  readonly values: Environment;
  readonly problems: readonly string[];
  readonly fault?: FileFault;
}

function readEnvFile({ workingDirectory, packageRoot }: SettingsSource): ReadEnvFile {
  const path = findEnvFile(workingDirectory, packageRoot);
  if (path === undefined) return { path, values: {}, problems: [] };
  try {
    const { values, badLines } = parseEnvFile(readFileSync(path, 'utf8'));
    const problems = badLines.map(
      (line) => `${path}: line ${line} is not NAME=value; it is ignored.`,
    );
    return { path, values, problems };
  } catch (error) {
    const fault = fileFault(error, path);
    return { path, values: {}, problems: [faultSentence(fault)], fault };
  }
}

/** `50/230` sets the wait without and with a progress token, one number sets both. */
function readWaitSeconds(variables: Variables): { withoutToken: number; withToken: number } {
  const fallback = { withoutToken: 50, withToken: 230 };
  const value = variables.text('MINI_AGENT_WAIT_SECONDS');
  if (value === undefined) return fallback;
  const [, first, second] = /^(\d{1,5}(?:\.\d+)?)(?:\/(\d{1,5}(?:\.\d+)?))?$/.exec(value) ?? [];
  if (first === undefined) {
    variables.problems.push(
      `MINI_AGENT_WAIT_SECONDS is "${value.slice(0, 20)}", but it must be a number of seconds, or two as in 50/230; the default 50/230 is used.`,
    );
    return fallback;
  }
  return { withoutToken: Number(first), withToken: Number(second ?? first) };
}

function readDatabases(variables: Variables): readonly { name: string; url: Secret }[] {
  return variables.list('MINI_AGENT_DATABASES', /[,\n]/).flatMap((entry) => {
    const [, name, url] = /^([A-Za-z][\w-]*)=(\S+)$/.exec(entry) ?? [];
    if (name !== undefined && url !== undefined) return [{ name, url: secret(url) }];
    variables.problems.push(
      'MINI_AGENT_DATABASES holds an entry that is not name=url, with a name of letters, digits, - and _; it is ignored.',
    );
    return [];
  });
}

function readDatabaseUrl(variables: Variables): Secret | undefined {
  const value = variables.text('MINI_AGENT_DATABASE_URL');
  if (value === undefined) return undefined;
  if (/^postgres(?:ql)?:\/\//i.test(value) && URL.canParse(value)) return secret(value);
  variables.problems.push(
    'MINI_AGENT_DATABASE_URL must be a PostgreSQL URL that begins with postgres:// or postgresql://; it is ignored.',
  );
  return undefined;
}

function readEngineKeys(variables: Variables): Partial<Record<EngineKey, Secret>> {
  return Object.fromEntries(
    engineKeys.flatMap((name) => {
      const key = variables.secret(name);
      return key === undefined ? [] : [[name, key]];
    }),
  );
}
