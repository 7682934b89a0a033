import { dateFromEpoch, formatDate, parseDate } from '@mini-agent/core-tools/datetime';
import { DateTime } from 'luxon';

import { compare } from '../measure.mjs';
import { duration } from '../report.mjs';

const LIMIT = 0.1;
const ZONES = ['UTC', 'America/New_York', 'Asia/Shanghai', 'Asia/Kolkata'];
/** A moment every 7 hours and 13 minutes over a year. */
const MOMENTS = Array.from(
  { length: 1200 },
  (_, index) => Date.UTC(2024, 0, 1) + index * 25_980_000,
);

export function benchDates(report) {
  const rows = ZONES.map((zone) => {
    const times = compare(
      {
        ours: (moment) => formatDate(dateFromEpoch(moment, zone), 'YYYY-MM-DD HH:mm:ss dddd'),
        luxon: (moment) =>
          DateTime.fromMillis(moment, { zone }).toFormat('yyyy-MM-dd HH:mm:ss EEEE'),
      },
      MOMENTS,
    );
    return [
      `a moment in ${zone}, formatted`,
      duration(times.ours),
      duration(times.luxon),
      report.atMost(`dates in ${zone}`, times.ours / times.luxon, LIMIT),
    ];
  });
  const texts = MOMENTS.map((moment) => new Date(moment).toISOString());
  const parsing = compare(
    { ours: (text) => parseDate(text), luxon: (text) => DateTime.fromISO(text) },
    texts,
  );
  report.table(
    'Dates',
    ['what', 'core-tools', 'luxon', 'ratio'],
    [
      ...rows,
      [
        'an ISO text, parsed',
        duration(parsing.ours),
        duration(parsing.luxon),
        (parsing.ours / parsing.luxon).toFixed(2),
      ],
    ],
  );
}
