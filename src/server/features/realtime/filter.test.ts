import { expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { parseFilter } from './filter.ts'

it(
  'reads a value, and a list of them',
  eachOf(
    [
      ['status=eq.new', 'status', ['new']],
      ['name=eq."a,b=\\"c\\\\"', 'name', ['a,b="c\\']],
      ['name=eq.', 'name', ['']],
      ['name=eq.(x)y', 'name', ['(x)y']],
      ['team_size=in.(1,"2,5",6-10)', 'team_size', ['1', '2,5', '6-10']],
      ['team_size=in.(1,,2)', 'team_size', ['1', '', '2']],
    ],
    (text, column, values) => {
      expect(parseFilter(text)).toEqual({ text, column, values })
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
      ['status=eq.a,team_size=eq.1', /one condition/],
      ['status=like.a%', /column=eq.value or column=in/],
      ['status=not.eq.a', /not understood/],
      ['status=in.a', /not understood/],
      ['status=in.(a', /not understood/],
      [`a=in.(${'1,'.repeat(100)}1)`, /at most 100 values/],
      ['a=eq.'.padEnd(1001, 'x'), /at most 1000 characters/],
    ],
    (text, message) => {
      expect(() => parseFilter(text)).toThrow(message)
    },
  ),
)
