import { randomInt, randomUUID } from 'node:crypto';

import {
  randomInteger,
  randomPassword,
  randomUuid,
  shuffleItems,
} from '@mini-agent/core-tools/random';

import { compare } from '../measure.mjs';
import { duration } from '../report.mjs';

export function benchRandom(report) {
  const ranges = [
    [1, 6],
    [1, 100],
    [0, 999_999],
  ].map(([min, max]) => {
    const name = `integer ${min} to ${max}`;
    const times = compare({
      ours: () => randomInteger(min, max),
      peer: () => randomInt(min, max + 1),
    });
    return [
      name,
      duration(times.ours),
      `crypto.randomInt ${duration(times.peer)}`,
      report.atMost(name, times.ours / times.peer, 1),
    ];
  });
  const uuid = compare({ ours: () => randomUuid(), peer: () => randomUUID() });
  const items = Array.from({ length: 1000 }, (_, index) => index);
  const rest = compare({
    password: () => randomPassword(),
    shuffle: () => shuffleItems(items),
  });
  report.table(
    'Random',
    ['what', 'core-tools', 'peer', 'ratio'],
    [
      ...ranges,
      [
        'UUID v4',
        duration(uuid.ours),
        `crypto.randomUUID ${duration(uuid.peer)}`,
        (uuid.ours / uuid.peer).toFixed(2),
      ],
      ['password of 16, every class in it', duration(rest.password), '', ''],
      ['shuffle of 1,000', duration(rest.shuffle), '', ''],
    ],
  );
}
