import type { Environment } from '../config/variables.ts';

/** The language of what is said to the person at this machine: by the first variable of the locale that is set (POSIX). */
export function localeLanguage(
  environment: Environment,
  system: () => string = systemLocale,
): 'en' | 'zh' {
  const names = ['LC_ALL', 'LC_MESSAGES', 'LANG'];
  const given = names.map((name) => environment[name] ?? '').find((value) => value !== '');
  return /^zh(?:[-_.@]|$)/i.test(given ?? system()) ? 'zh' : 'en';
}

/** Windows has no such variables, but a language of its own. */
function systemLocale(): string {
  return process.platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : '';
}
