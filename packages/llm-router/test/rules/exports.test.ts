import { expect, test } from 'vitest';
import * as rules from '../../src/rules/index.ts';

test('the exports of /rules are a contract', () => {
  expect(Object.keys(rules).sort()).toEqual([
    'addDecimals',
    'checkPhrases',
    'compareDecimals',
    'createPhrases',
    'createRuleModel',
    'createTaskReader',
    'decimalText',
    'decimalValue',
    'divideDecimals',
    'integerDecimal',
    'integerValue',
    'isDigit',
    'isLatinLetter',
    'isWordCharacter',
    'multiplyDecimals',
    'negateDecimal',
    'quoteMark',
    'readNumbers',
    'readTask',
    'skipSpace',
    'wordStartsAt',
  ]);
});
