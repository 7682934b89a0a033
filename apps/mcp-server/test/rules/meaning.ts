import { evaluate } from '@mini-agent/core-tools/calculator';
import { findUnit } from '@mini-agent/core-tools/units';
import type { Json } from '@mini-agent/foundation/tool';
import type { RuleCall } from '@mini-agent/llm-router/rules';

/** What a tool call means, in a short notation: calculator calls by their value, the others by their arguments. */
export function meaningOf({ name, arguments: given }: RuleCall): string {
  const text = (key: string): string => shown(given[key]);
  switch (name) {
    case 'calculator':
      return `calc ${String(evaluate(text('expression')).value)}${baseOf(text('expression'))}`;
    case 'unit_convert':
      return `conv ${text('value')} ${unit(text('from'))} ${unit(text('to'))}`;
    case 'datetime_info':
      return listed(given, [
        'operation',
        'date',
        'date2',
        'format',
        'duration',
        'timezone',
        'to_timezone',
      ]);
    case 'random_gen':
      return randomMeaning(given);
    case 'text_stats':
      return `stats ${text('text')}`;
    default: {
      const more = ['pattern', 'replacement'].filter((key) => given[key] !== undefined);
      return [text('operation'), text('text'), ...more.map((key) => `[${text(key)}]`)].join(' ');
    }
  }
}

/** The base that the result is wanted in. */
function baseOf(expression: string): string {
  return / in (?:hex|bin|oct)$/.exec(expression)?.[0] ?? '';
}

/** However the task names it. */
function unit(name: string): string {
  return findUnit(name)?.symbol ?? name;
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function listed(given: RuleCall['arguments'], keys: readonly string[]): string {
  return keys.flatMap((key) => (given[key] === undefined ? [] : [shown(given[key])])).join(' ');
}

function randomMeaning(given: RuleCall['arguments']): string {
  const operation = given['operation'];
  const count = given['count'];
  const items = given['items'];
  const times = count === undefined ? '' : ` x${shown(count)}`;
  switch (operation) {
    case 'uuid':
      return `${given['version'] === 7 ? 'uuid v7' : 'uuid'}${count === undefined ? '' : ` ${shown(count)}`}`;
    case 'password': {
      const flags = [
        given['symbols'] === false ? ' no symbols' : '',
        given['uppercase'] === false ? ' no capitals' : '',
        given['exclude_ambiguous'] === true ? ' clear' : '',
      ].join('');
      return `password ${shown(given['length'] ?? 16)}${flags}${times}`;
    }
    case 'number':
      return `random ${shown(given['min'])} ${shown(given['max'])}${times}`;
    case 'passphrase':
      return `passphrase${given['length'] === undefined ? '' : ` ${shown(given['length'])}`}${times}`;
    case 'float':
      return `float ${shown(given['min'])} ${shown(given['max'])}${times}`;
    case 'dice':
      return `dice ${shown(given['dice'])}`;
    default:
      return `${shown(operation)} ${Array.isArray(items) ? items.join('|') : ''}${times}`;
  }
}
