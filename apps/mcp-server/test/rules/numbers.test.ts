import { readFileSync } from 'node:fs';
import { evaluate } from '@mini-agent/core-tools/calculator';
import { CoreToolError, convert, findUnit } from '@mini-agent/core-tools/units';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { RuleCall } from '@mini-agent/llm-router/rules';
import { createTaskReader, readTask } from '@mini-agent/llm-router/rules';
import { describe, expect, test } from 'vitest';
import { ruleFamilies } from '../../src/rules/families.ts';
import { ruleIntents } from '../../src/rules/index.ts';
import { meaningOf } from './meaning.ts';

/**
 * Numbers as people ask for them, `task => value ; value`: the value worked out by hand, a unit behind it where one is converted to,
 * `fails` where the calculator refuses, `-` where nothing may be done. A line break in a task is `\n`, and the families (`# words`) give the tests their ids.
 */
interface Row {
  readonly id: string;
  readonly task: string;
  readonly expected: readonly string[];
}

function rowsOf(name: string): readonly Row[] {
  const text = readFileSync(new URL(`numbers/${name}.txt`, import.meta.url), 'utf8');
  const rows: Row[] = [];
  let family = '';
  let number = 0;
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf(' => ');
    if (line.startsWith('# ')) [family, number] = [line.slice(2), 0];
    else if (at !== -1) {
      number += 1;
      const expected = line.slice(at + 4);
      rows.push({
        id: `${family}-${number}`,
        task: line.slice(0, at).replaceAll('\\n', '\n'),
        expected: expected === '-' ? [] : expected.split(' | '),
      });
    }
  }
  return rows;
}

interface Result {
  readonly value: number;
  readonly unit: string;
}

/** What a call gives: a number and its unit, for other tools what the call means, or `fails`. */
function resultOf(call: RuleCall): Result | string {
  try {
    return outcomeOf(call);
  } catch (error) {
    if (CoreToolError.isInstance(error)) return 'fails';
    throw error;
  }
}

function outcomeOf(call: RuleCall): Result | string {
  const given = (name: string): string => {
    const value = call.arguments[name];
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  if (call.name === 'calculator') {
    return { value: Number(evaluate(given('expression')).value), unit: '' };
  }
  if (call.name !== 'unit_convert') return meaningOf(call).split(' ')[0] ?? '';
  const { value } = convert(given('value'), given('from'), given('to'));
  return { value, unit: findUnit(given('to'))?.symbol ?? given('to') };
}

function expectedResult(text: string): Result | string {
  const [number = '', ...unit] = text.split(' ');
  const value = Number(number);
  if (Number.isNaN(value)) return number;
  const name = unit.join(' ');
  return { value, unit: name === '' ? '' : (findUnit(name)?.symbol ?? name) };
}

/** As precise as a double's last digits allow, so that the expected value may be worked out in doubles. */
function rounded(result: Result | string): Result | string {
  return typeof result === 'string'
    ? result
    : { ...result, value: Number(result.value.toPrecision(11)) };
}

const reader = createTaskReader(ruleFamilies);

describe.each(['english', 'chinese', 'doubts'])('%s', (name) => {
  const rows = rowsOf(name);

  test('holds tasks', () => {
    expect(rows.length).toBeGreaterThan(100);
  });

  test.each(rows)('$id: $task', async ({ task, expected }) => {
    const language = detectLanguage(task);
    const reading = readTask(task, { intents: ruleIntents, language });
    const calls = reading.understood ? reading.parts.flatMap(({ match }) => match.calls) : [];
    expect(calls.map((call) => rounded(resultOf(call)))).toEqual(
      expected.map((text) => rounded(expectedResult(text))),
    );
    const lazy = await reader.read(task, language);
    expect(lazy.understood ? lazy.parts.flatMap(({ match }) => match.calls) : []).toEqual(calls);
  });
});
