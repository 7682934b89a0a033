import type { DoctorReport, Providers } from '@mini-agent/llm-router';
import type { DoctorFinding } from './findings.ts';

/** Which modes can be used, in the order in which they are tried. */
export function checkModes(
  { modeOrder, providers }: Pick<Providers, 'modeOrder' | 'providers'>,
  report: DoctorReport,
): readonly DoctorFinding[] {
  const faulty = new Set(
    report.providers
      .filter(({ findings }) => findings.some(({ level }) => level === 'fault'))
      .map(({ provider }) => provider),
  );
  const working = providers.filter(({ provider }) => !faulty.has(provider));
  const order = modeOrder.join(', ');
  const texts: Readonly<Record<string, DoctorFinding>> = {
    sampling: {
      area: 'modes',
      level: 'note',
      text: {
        en: 'sampling: only inside of a client that offers its model; VS Code, Copilot CLI and goose do',
        zh: 'sampling：仅在客户端提供其模型时可用，例如 VS Code、Copilot CLI 和 goose',
      },
    },
    http: httpMode({
      // What is configured and could not even be read is no provider yet.
      isConfigured: providers.length > 0 || report.problems.length > 0,
      working: working.map(({ provider }) => provider),
    }),
    rule: {
      area: 'modes',
      level: 'ok',
      text: { en: 'rule: always, without a model', zh: 'rule：始终可用，无需模型' },
    },
  };
  const left = ['sampling', 'http', 'rule'].filter(
    (mode) => !modeOrder.some((name) => name === mode),
  );
  return [
    { area: 'modes', level: 'note', text: { en: `order: ${order}`, zh: `顺序：${order}` } },
    ...modeOrder.flatMap((mode) => texts[mode] ?? []),
    ...(left.length === 0 ? [] : [leftOut(left)]),
    ...(modeOrder.includes('http') || providers.length === 0 ? [] : [unusedEndpoint]),
  ];
}

interface HttpState {
  readonly isConfigured: boolean;
  readonly working: readonly string[];
}

function httpMode({ isConfigured, working }: HttpState): DoctorFinding {
  const area = 'modes';
  if (working.length > 0) {
    const names = working.join(', ');
    return { area, level: 'ok', text: { en: `http: with ${names}`, zh: `http：使用 ${names}` } };
  }
  if (!isConfigured) {
    return {
      area,
      level: 'note',
      text: { en: 'http: no endpoint is configured', zh: 'http：未配置模型服务' },
      mend: {
        en: 'To use one, set LLM_BASE_URL, LLM_MODEL and LLM_API_KEY (no key is needed on this machine, as for Ollama).',
        zh: '如需使用，请设置 LLM_BASE_URL、LLM_MODEL 和 LLM_API_KEY（本机服务如 Ollama 无需密钥）。',
      },
    };
  }
  return {
    area,
    level: 'fault',
    text: {
      en: 'http: no endpoint can be used as it is configured',
      zh: 'http：按当前配置没有可用的模型服务',
    },
    mend: {
      en: 'Mend what is marked ✗ under "Model endpoints".',
      zh: '请修复“模型服务”中标有 ✗ 的项目。',
    },
  };
}

function leftOut(modes: readonly string[]): DoctorFinding {
  const names = modes.join(', ');
  return {
    area: 'modes',
    level: 'note',
    text: {
      en: `switched off by LLM_MODE_ORDER: ${names}`,
      zh: `已被 LLM_MODE_ORDER 停用：${names}`,
    },
  };
}

const unusedEndpoint: DoctorFinding = {
  area: 'modes',
  level: 'warning',
  text: {
    en: 'An endpoint is configured, but LLM_MODE_ORDER leaves http out: it is never used.',
    zh: '已配置模型服务，但 LLM_MODE_ORDER 不含 http，因此不会使用。',
  },
  mend: {
    en: 'Add http to LLM_MODE_ORDER, or remove the variable.',
    zh: '请在 LLM_MODE_ORDER 中加入 http，或删除该变量。',
  },
};
