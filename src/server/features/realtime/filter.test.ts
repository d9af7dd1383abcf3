import { expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { parseFilter } from './filter.ts'

it(
  'reads every operator',
  eachOf(
    [
      ['status=eq.new', [['status', 'eq', ['new']]]],
      ['status=neq.spam?', [['status', 'neq', ['spam?']]]],
      [
        'a=gt.1,a=lte.2.5',
        [
          ['a', 'gt', ['1']],
          ['a', 'lte', ['2.5']],
        ],
      ],
      ['name=eq."a,b=\\"c\\\\"', [['name', 'eq', ['a,b="c\\']]]],
      ['name=eq.', [['name', 'eq', ['']]]],
      ['name=eq.(x)y', [['name', 'eq', ['(x)y']]]],
      [
        'team_size=in.(1,"2,5",6-10),status=eq.new',
        [
          ['team_size', 'in', ['1', '2,5', '6-10']],
          ['status', 'eq', ['new']],
        ],
      ],
    ],
    (text, expected) => {
      const { conditions } = parseFilter(text)
      expect(conditions.map(({ column, operator, values }) => [column, operator, values])).toEqual(expected)
    },
  ),
)

it(
  'refuses every other',
  eachOf(
    [
      ['status', /not understood/],
      ['status=eq', /not understood/],
      ['status=eq.a,', /not understood/],
      ['status=eq.a, b', /not understood/],
      ['status=like.a%', /operators are eq, neq/],
      ['status=not.eq.a', /operators are/],
      ['status=in.a', /list in parentheses/],
      ['status=in.()', /list in parentheses/],
      [`a=in.(${'1,'.repeat(100)}1)`, /at most 100 values/],
      ['a=eq.1,'.repeat(10).concat('a=eq.1'), /at most 10 conditions/],
      ['a=eq.'.padEnd(1001, 'x'), /at most 1000 characters/],
    ],
    (text, message) => {
      expect(() => parseFilter(text)).toThrow(message)
    },
  ),
)
