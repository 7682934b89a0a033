import { evaluate } from '@mini-agent/core-tools/calculator';
import type { RuleCall } from '@mini-agent/llm-router/rules';

/** What a tool call means, in a short notation: calculator calls by their value, the others by their arguments. */
export function meaningOf({ name, arguments: given }: RuleCall): string {
  switch (name) {
    case 'calculator':
      return `calc ${String(evaluate(String(given['expression'])).value)}`;
    case 'unit_convert':
      return `conv ${String(given['value'])} ${String(given['from'])} ${String(given['to'])}`;
    case 'datetime_info':
      return dateMeaning(given);
    case 'random_gen':
      return randomMeaning(given);
    case 'text_stats':
      return `stats ${String(given['text'])}`;
    default:
      return [
        String(given['operation']),
        String(given['text']),
        ...['pattern', 'replacement'].flatMap((key) => (given[key] === undefined ? [] : [`[${String(given[key])}]`])),
      ].join(' ');
  }
}

function dateMeaning(given: RuleCall['arguments']): string {
  const parts = ['date', 'date2', 'format', 'duration', 'timezone'].flatMap((key) =>
    given[key] === undefined ? [] : [String(given[key])],
  );
  return [String(given['operation']), ...parts].join(' ');
}

function randomMeaning(given: RuleCall['arguments']): string {
  const times = given['count'] === undefined ? '' : ` x${String(given['count'])}`;
  switch (given['operation']) {
    case 'uuid':
      return given['count'] === undefined ? 'uuid' : `uuid ${String(given['count'])}`;
    case 'password': {
      const flags = [
        given['symbols'] === false ? ' no symbols' : '',
        given['uppercase'] === false ? ' no capitals' : '',
        given['exclude_ambiguous'] === true ? ' clear' : '',
      ].join('');
      return `password ${String(given['length'] ?? 16)}${flags}${times}`;
    }
    case 'number':
      return `random ${String(given['min'])} ${String(given['max'])}${times}`;
    default: {
      const items = given['items'];
      return `${String(given['operation'])} ${Array.isArray(items) ? items.join('|') : ''}${times}`;
    }
  }
}
