type Delta = Readonly<Record<string, unknown>>;
const args = (text: string): Delta => ({ function: { arguments: text } });
export const named = (text: string, name = 'read'): Delta => ({
  function: { name, arguments: text },
});

/** Chunks of one reply, and the calls they mean. */
export const assembledCalls: readonly (readonly [string, readonly Delta[], readonly unknown[]])[] =
  [
    [
      'ab-016',
      [
        { tool_calls: [{ index: 0, id: 'c1', ...named('') }] },
        { tool_calls: [{ index: 0, ...args('{"p":1}') }] },
        { finish_reason: 'stop' },
      ],
      [{ p: 1 }],
    ],
    [
      'ab-017',
      [
        { tool_calls: [{ index: 0, ...named('{"p":') }] },
        { tool_calls: [{ index: 0, ...args('1}') }] },
        { finish_reason: 'tool_calls' },
      ],
      [{ p: 1 }],
    ],
    [
      'ab-018',
      [{ tool_calls: [{ id: 'c1', ...named('{"p":') }] }, { tool_calls: [args('1}')] }],
      [{ p: 1 }],
    ],
    [
      'ab-019',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
        { tool_calls: [{ index: 0, id: 'b', ...named('{"p":2}') }] },
      ],
      [{ p: 1 }, { p: 2 }],
    ],
    [
      'ab-020',
      [
        {
          tool_calls: [
            { id: 'a', ...named('{"p":1}') },
            { id: 'b', ...named('{"p":2}') },
          ],
        },
      ],
      [{ p: 1 }, { p: 2 }],
    ],
    [
      'ab-021',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('') }] },
        { tool_calls: [{ index: 0, ...args('{"p"') }] },
        { tool_calls: [{ index: 0, ...args(':1}') }] },
      ],
      [{ p: 1 }],
    ],
    [
      'ab-022',
      [
        { tool_calls: [{ index: 0, id: 'a' }] },
        { tool_calls: [{ index: 0, function: { name: 'read' } }] },
        { tool_calls: [{ index: 0, ...args('{"p":1}') }] },
      ],
      [{ p: 1 }],
    ],
    [
      'ab-023',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
        { tool_calls: [{ index: 0, ...args(' ') }] },
        { finish_reason: 'tool_calls' },
      ],
      [{ p: 1 }],
    ],
    [
      'interleaved',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
        { tool_calls: [{ index: 1, id: 'b', ...named('{"p"') }] },
        { tool_calls: [{ index: 0, ...args(':1}') }] },
        { tool_calls: [{ index: 1, ...args(':2}') }] },
      ],
      [{ p: 1 }, { p: 2 }],
    ],
    [
      'the id again in each delta',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
        { tool_calls: [{ index: 0, id: 'a', ...args(':1}') }] },
      ],
      [{ p: 1 }],
    ],
    [
      'the id and the name again in each delta',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
        { tool_calls: [{ index: 0, id: 'a', ...named(':1}') }] },
      ],
      [{ p: 1 }],
    ],
    [
      'empty ids in later deltas',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
        { tool_calls: [{ index: 0, id: '', function: { name: '', arguments: ':1}' } }] },
      ],
      [{ p: 1 }],
    ],
    [
      'null ids and names in later deltas',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
        { tool_calls: [{ index: 0, id: null, function: { name: null, arguments: ':1}' } }] },
      ],
      [{ p: 1 }],
    ],
    [
      'two whole calls, all at index 0, without ids',
      [
        { tool_calls: [{ index: 0, ...named('{"p":1}') }] },
        { tool_calls: [{ index: 0, ...named('{"p":2}') }] },
      ],
      [{ p: 1 }, { p: 2 }],
    ],
    [
      'two equal calls at index 0',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
        { tool_calls: [{ index: 0, id: 'b', ...named('{"p":1}') }] },
      ],
      [{ p: 1 }, { p: 1 }],
    ],
    [
      'a new id at a used index, in pieces',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
        { tool_calls: [{ index: 0, id: 'b', ...named('') }] },
        { tool_calls: [{ index: 0, ...args('{"p"') }] },
        { tool_calls: [{ index: 0, ...args(':2}') }] },
      ],
      [{ p: 1 }, { p: 2 }],
    ],
    [
      'a new id at a used index, the first without arguments',
      [
        { tool_calls: [{ index: 0, id: 'a', ...named('') }] },
        { tool_calls: [{ index: 0, id: 'b', ...named('{"p":2}') }] },
      ],
      [{}, { p: 2 }],
    ],
    [
      'no index, no id, two in one chunk',
      [{ tool_calls: [named('{"p":1}'), named('{"p":2}')] }],
      [{ p: 1 }, { p: 2 }],
    ],
    [
      'indices that begin at 1',
      [{ tool_calls: [{ index: 1, id: 'a', ...named('{"p":1}') }] }],
      [{ p: 1 }],
    ],
    [
      'an index as text',
      [
        { tool_calls: [{ index: '0', id: 'a', ...named('{"p"') }] },
        { tool_calls: [{ index: '0', ...args(':1}') }] },
      ],
      [{ p: 1 }],
    ],
    [
      'a call as one object',
      [{ tool_calls: { index: 0, id: 'a', ...named('{"p":1}') } }],
      [{ p: 1 }],
    ],
    [
      'arguments as an object',
      [{ tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: { p: 1 } } }] }],
      [{ p: 1 }],
    ],
    [
      'null arguments first',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: null } }] },
        { tool_calls: [{ index: 0, ...args('{"p":1}') }] },
      ],
      [{ p: 1 }],
    ],
    [
      'the name in pieces',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 're' } }] },
        { tool_calls: [{ index: 0, function: { name: 'ad', arguments: '{"p":1}' } }] },
      ],
      [{ p: 1 }],
    ],
    [
      'the id last',
      [
        { tool_calls: [{ index: 0, ...named('{"p":1}') }] },
        { tool_calls: [{ index: 0, id: 'late' }] },
      ],
      [{ p: 1 }],
    ],
    [
      'text before the call',
      [
        { content: 'Let me see' },
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
        { finish_reason: 'tool_calls' },
      ],
      [{ p: 1 }],
    ],
    [
      'a whole message in the last chunk',
      [
        {
          choices: [
            {
              index: 0,
              message: { role: 'assistant', tool_calls: [{ id: 'a', ...named('{"p":1}') }] },
              finish_reason: 'tool_calls',
            },
          ],
        },
      ],
      [{ p: 1 }],
    ],
    [
      'a chunk with null choices and a null delta',
      [
        { choices: null },
        { choices: [{ index: 0, delta: null, finish_reason: null }] },
        { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
        { choices: [], usage: null },
      ],
      [{ p: 1 }],
    ],
  ];
