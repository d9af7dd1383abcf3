import { type ColumnPath, readPath } from './column-path.ts'
import { isTooDeep, readGroupedValue, readList } from './filter-value.ts'
import { type Operator, operators, states } from './operators.ts'
import { unparsable } from './refusal.ts'
import { Scanner } from './scanner.ts'

/** Compares one column with one value, or several. */
export interface Condition {
  kind: 'condition'
  path: ColumnPath
  isNegated: boolean
  operator: Operator
  /** Whether the column is to match any or all of the values of an array. */
  quantifier: 'any' | 'all' | null
  /** The text search configuration, `fts(english)`. */
  configuration: string | null
  value: string | readonly string[]
}

const head = /(not\.)?([a-z]+)(?:\(([A-Za-z0-9_]+)\))?\./y

type Comparison = Omit<Condition, 'path' | 'kind'>

/** What comes before the value: `not.like(any).` */
function readOperator(scanner: Scanner): Omit<Comparison, 'value'> {
  const [, not, name = '', modifier = null] = scanner.expect(head)
  const operator = operators.get(name)
  if (!operator) throw unparsable('filter', `unknown operator '${name.slice(0, 40)}'`)
  const isQuantifier = modifier === 'any' || modifier === 'all'
  const fits = modifier === null || (isQuantifier ? operator.hasQuantifier : operator.takes === 'words')
  if (!fits) throw unparsable('filter', `'${name}' takes no such modifier`)
  return {
    isNegated: not !== undefined,
    operator,
    quantifier: isQuantifier ? modifier : null,
    configuration: isQuantifier ? null : modifier,
  }
}

function readComparison(scanner: Scanner, readValue: (scanner: Scanner) => string): Comparison {
  const comparison = readOperator(scanner)
  const { operator, quantifier } = comparison
  if (operator.takes === 'list') return { ...comparison, value: shallow(readList(scanner)) }
  const value = readValue(scanner)
  if (operator.takes === 'state') {
    const state = states.get(value.toLowerCase())
    if (!state) throw unparsable('filter', null, `'is' takes ${[...states.keys()].join(', ')}`)
    return { ...comparison, value: state }
  }
  if (quantifier && !/^\{.*\}$/s.test(value)) {
    throw unparsable('filter', null, `'${quantifier}' takes values as {a,b}`)
  }
  const [text = ''] = shallow([value])
  return { ...comparison, value: operator.sql.endsWith('like') ? text.replaceAll('*', '%') : text }
}

function shallow(values: readonly string[]): readonly string[] {
  if (values.some(isTooDeep)) throw unparsable('filter', 'a value is nested too deep')
  return values
}

/** A parameter of the query string: `age=gte.18`. Here the value is all that follows, quotes and commas included. */
export function readFilter(name: string, text: string): Condition {
  const column = new Scanner(name, 'filter')
  const path = readPath(column)
  column.end()
  const scanner = new Scanner(text, 'filter')
  const comparison = readComparison(scanner, (rest) => rest.rest())
  scanner.end()
  return { kind: 'condition', path, ...comparison }
}

/** A member of a group: `age.gte.18`. */
export function readGroupedFilter(scanner: Scanner): Condition {
  const path = readPath(scanner)
  scanner.expect(/\./y)
  return { kind: 'condition', path, ...readComparison(scanner, readGroupedValue) }
}
