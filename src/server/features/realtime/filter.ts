import { RefusedForGood } from './refused.ts'
import type { Condition, Filter, Operator } from './types.ts'

const operators: ReadonlySet<string> = new Set<Operator>(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'])
const longest = 1000
const mostConditions = 10
const mostValues = 100

const quoted = '"(?:[^"\\\\]|\\\\.)*"'
/** `column=operator.value`, up to a comma that stands in no quotes and no list. */
const condition = new RegExp(`([^=,]+)=([a-z]+)\\.(\\((?:${quoted}|[^"()])*\\)|${quoted}|[^,]*)(,|$)`, 'y')
const item = new RegExp(`(${quoted}|[^,"]*)(,|$)`, 'y')

/** Reads `status=eq.new,team_size=in.(1,"2-5")`: conditions of which each must hold. */
export function parseFilter(text: string): Filter {
  if (text.length > longest) throw new RefusedForGood(`A filter has at most ${longest} characters`)
  const conditions = every(text, condition, 4).map((match) => toCondition(text, match))
  if (conditions.length > mostConditions)
    throw new RefusedForGood(`A filter has at most ${mostConditions} conditions`)
  return { text, conditions }
}

function toCondition(text: string, [, column = '', operator = '', value = '']: readonly string[]): Condition {
  if (!isOperator(operator)) {
    throw new RefusedForGood(
      `The filter '${text}' is not understood: its operators are ${[...operators].join(', ')}`,
    )
  }
  if (operator !== 'in') return { column, operator, values: [unquoted(value)] }
  if (!/^\(.+\)$/s.test(value)) throw new RefusedForGood(`The filter '${text}' needs a list in parentheses`)
  const values = every(value.slice(1, -1), item, 2).map(([, each = '']) => unquoted(each))
  if (values.length > mostValues)
    throw new RefusedForGood(`A list in a filter has at most ${mostValues} values`)
  return { column, operator, values }
}

const isOperator = (word: string): word is Operator => operators.has(word)

const unquoted = (value: string) =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value

/** The matches of a pattern, one behind the other, from the first character to the last. */
function every(text: string, pattern: RegExp, comma: number): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  for (pattern.lastIndex = 0; ; ) {
    const match = pattern.exec(text)
    if (!match) throw new RefusedForGood(`The filter '${text}' is not understood`)
    matches.push(match)
    if (match[comma] === '') return matches
  }
}
