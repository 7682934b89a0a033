import type { AnySearchSettings } from '../../config/settings.ts';
import type { Environment } from '../../config/variables.ts';
import type { DoctorFinding } from './findings.ts';

const area = 'search';

export interface SearchCheckOptions {
  readonly environment: Environment;
  /** Ends the check. */
  readonly signal: AbortSignal;
  /** The names of the tools that the service has. */
  readonly discover: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly now?: () => number;
}

/** Whether the search service answers. Where nobody chose it, its silence is no fault: everything else works without. */
export async function checkSearch(
  settings: AnySearchSettings,
  { environment, signal, discover, now = Date.now }: SearchCheckOptions,
): Promise<readonly DoctorFinding[]> {
  if (!settings.enabled) {
    return [
      {
        area,
        level: 'note',
        text: {
          en: 'AnySearch is switched off (ANYSEARCH_ENABLED); research and search fail.',
          zh: 'AnySearch 已停用（ANYSEARCH_ENABLED），研究与搜索不可用。',
        },
      },
    ];
  }
  const begun = now();
  const account = settings.apiKey === undefined ? anonymous : withKey;
  try {
    const names = await discover(signal);
    const took = `${Math.round(now() - begun)} ms`;
    const list = names.join(', ');
    return [
      {
        area,
        level: 'ok',
        text: {
          en: `AnySearch answers (${took}, ${account.en}): ${list}`,
          zh: `AnySearch 可用（${took}，${account.zh}）：${list}`,
        },
      },
    ];
  } catch (error) {
    const isChosen = settings.baseUrl !== undefined || settings.apiKey !== undefined;
    const reason = reasonOf(error, signal);
    const failure: DoctorFinding = {
      area,
      level: isChosen ? 'fault' : 'warning',
      text: {
        en: `AnySearch does not answer: ${reason}`,
        zh: `AnySearch 没有应答：${reason}`,
      },
      mend: {
        en: 'Check the network, ANYSEARCH_BASE_URL and ANYSEARCH_API_KEY, or set ANYSEARCH_ENABLED=false.',
        zh: '请检查网络、ANYSEARCH_BASE_URL 和 ANYSEARCH_API_KEY，或设置 ANYSEARCH_ENABLED=false。',
      },
    };
    return [failure, ...proxyFindings(environment)];
  }
}

const anonymous = { en: 'anonymous', zh: '匿名' };
const withKey = { en: 'with a key', zh: '使用密钥' };

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'timeout';
  return error instanceof Error ? error.message : 'unknown reason';
}

/** Node does not use a proxy of the environment unless it is told to. */
function proxyFindings(environment: Environment): readonly DoctorFinding[] {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
  const set = names.find((name) => (environment[name] ?? '') !== '');
  if (set === undefined || environment['NODE_USE_ENV_PROXY'] === '1') return [];
  return [
    {
      area,
      level: 'warning',
      text: {
        en: `${set} is set, but Node.js does not use it by itself.`,
        zh: `已设置 ${set}，但 Node.js 默认不使用它。`,
      },
      mend: {
        en: 'With Node.js 22.21, 24 or newer, set NODE_USE_ENV_PROXY=1.',
        zh: '请在 Node.js 22.21、24 或更高版本中设置 NODE_USE_ENV_PROXY=1。',
      },
    },
  ];
}
