import { unparsable } from './refusal.ts'
import { type ColumnPath, readPath, Scanner } from './scanner.ts'

/** The operand's kind: a value of the column's type, a pattern, a list, a keyword, or words to search for. */
type OperandKind = 'value' | 'pattern' | 'list' | 'state' | 'words'

interface Operator {
  takes: OperandKind
  /** PostgreSQL's operator or, for words to search for, the function that parses the words. */
  sql: string
  /** True if `(any)` or `(all)` can follow. */
  hasQuantifier: boolean
}

const operator = (takes: OperandKind, sql: string, hasQuantifier = false): Operator => ({
  takes,
  sql,
  hasQuantifier,
})

/** @see https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators */
const operators: ReadonlyMap<string, Operator> = new Map([
  ['eq', operator('value', '=', true)],
  ['neq', operator('value', '<>')],
  ['gt', operator('value', '>', true)],
  ['gte', operator('value', '>=', true)],
  ['lt', operator('value', '<', true)],
  ['lte', operator('value', '<=', true)],
  ['isdistinct', operator('value', 'is distinct from')],
  ['like', operator('pattern', 'like', true)],
  ['ilike', operator('pattern', 'ilike', true)],
  ['match', operator('pattern', '~', true)],
  ['imatch', operator('pattern', '~*', true)],
  ['in', operator('list', 'in')],
  ['is', operator('state', 'is')],
  ['cs', operator('value', '@>')],
  ['cd', operator('value', '<@')],
  ['ov', operator('value', '&&')],
  ['fts', operator('words', 'to_tsquery')],
  ['plfts', operator('words', 'plainto_tsquery')],
  ['phfts', operator('words', 'phraseto_tsquery')],
  ['wfts', operator('words', 'websearch_to_tsquery')],
])

/** The values that `is` accepts. */
const states: ReadonlyMap<string, string> = new Map([
  ['null', 'null'],
  ['not_null', 'not null'],
  ['true', 'true'],
  ['false', 'false'],
  ['unknown', 'unknown'],
])

/** Compares a column with one or more values. */
export interface FilterCondition {
  kind: 'condition'
  path: ColumnPath
  isNegated: boolean
  operator: Operator
  /** 'any' if the condition must hold for at least one value of an array, 'all' if it must hold for every value. */
  quantifier: 'any' | 'all' | null
  /** The text search configuration, such as `english` in `fts(english)`. */
  configuration: string | null
  value: string | readonly string[]
}

/** Conditions and groups joined by `and` or `or`. */
export interface FilterGroup {
  kind: 'and' | 'or'
  isNegated: boolean
  terms: readonly (FilterGroup | FilterCondition)[]
}

const quotedItem = /"((?:[^"\\]|\\.)*)"(?=[,)])/sy
const plainItem = /[^,)]*/y
const arrayLiteral = /\{[^{}]*\}(?=[,)])/y
const mostItems = 1000

/**
 * Reads one value of a list. A value must be quoted if it contains a character that would end it; inside quotes, a
 * backslash escapes quotes and backslashes. Quotes that do not enclose the complete value are part of the value.
 */
function readItem(scanner: Scanner): string {
  const text = scanner.take(quotedItem)?.[1]
  return text === undefined ? (scanner.take(plainItem)?.[0] ?? '') : text.replace(/\\(.)/gs, '$1')
}

/** Reads `(a,"b,c",d)`; empty parentheses are an empty list. */
function readList(scanner: Scanner): string[] {
  scanner.expect(/\(/y)
  const items: string[] = []
  if (scanner.take(/\)/y)) return items
  do {
    if (items.length === mostItems) scanner.fail(`At most ${mostItems} values in one list`)
    items.push(readItem(scanner))
  } while (scanner.take(/,/y))
  scanner.expect(/\)/y)
  return items
}

/**
 * Brackets, `!` and `-` can be nested. With thousands of levels, or with thirty `!`, PostgreSQL reports an
 * internal error.
 */
const deepestValue = 100
const longestRun = 20

export function isTooDeep(value: string): boolean {
  let depth = 0
  let run = 0
  for (const character of value) {
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    run = '!-'.includes(character) ? run + 1 : /\s/.test(character) ? run : 0
    if (depth > deepestValue || run > longestRun) return true
  }
  return false
}

/**
 * A longer regular expression, or a regular expression with a back reference, could keep PostgreSQL busy until its
 * timeout.
 */
const longestRegex = 200
const refersBack = /\\[1-9]/

function refuseDeep(values: readonly string[]): void {
  if (values.some(isTooDeep)) throw unparsable('filter', 'a value is nested too deep')
}

const head = /(not\.)?([a-z]+)(?:\(([A-Za-z0-9_]+)\))?\./y

type Comparison = Omit<FilterCondition, 'path' | 'kind'>

/** Reads the part before the value, such as `not.like(any)`. */
function readOperator(scanner: Scanner): Omit<Comparison, 'value'> {
  const [, not, name = '', modifier = null] = scanner.expect(head)
  const operator = operators.get(name)
  if (!operator) throw unparsable('filter', `unknown operator '${name.slice(0, 40)}'`)
  const isQuantifier = modifier === 'any' || modifier === 'all'
  const fits = modifier === null || (isQuantifier ? operator.hasQuantifier : operator.takes === 'words')
  if (!fits) throw unparsable('filter', `'${name}' does not accept this modifier`)
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
  if (operator.takes === 'list') {
    const value = readList(scanner)
    refuseDeep(value)
    return { ...comparison, value }
  }
  const value = readValue(scanner)
  if (operator.takes === 'state') {
    const state = states.get(value.toLowerCase())
    if (!state) throw unparsable('filter', null, `'is' takes ${[...states.keys()].join(', ')}`)
    return { ...comparison, value: state }
  }
  if (quantifier && !/^\{.*\}$/s.test(value)) {
    throw unparsable('filter', null, `'${quantifier}' takes values as {a,b}`)
  }
  refuseDeep([value])
  if (operator.sql.startsWith('~') && (value.length > longestRegex || refersBack.test(value))) {
    const hint = `A regular expression may have at most ${longestRegex} characters and no back references`
    throw unparsable('filter', null, hint)
  }
  return { ...comparison, value: operator.sql.endsWith('like') ? value.replaceAll('*', '%') : value }
}

/**
 * Reads a filter in the query string, such as `age=gte.18`. The value is the rest of the string, including quotes and
 * commas.
 */
export function readFilter(name: string, text: string): FilterCondition {
  const column = new Scanner(name, 'filter')
  const path = readPath(column)
  column.end()
  const scanner = new Scanner(text, 'filter')
  const comparison = readComparison(scanner, (rest) => rest.rest())
  scanner.end()
  return { kind: 'condition', path, ...comparison }
}

/** Reads a member of a group, such as `age.gte.18`. The value ends at a comma or bracket. */
function readGroupedFilter(scanner: Scanner): FilterCondition {
  const path = readPath(scanner)
  scanner.expect(/\./y)
  const comparison = readComparison(scanner, () => scanner.take(arrayLiteral)?.[0] ?? readItem(scanner))
  return { kind: 'condition', path, ...comparison }
}

const deepestGroup = 8
const mostTerms = 100
const groupHead = /(not\.)?(and|or)(?=\()/y

/**
 * Reads a group, such as `or=(a.eq.1,and(b.gt.2,c.is.null))`. The name of the parameter determines how the members are
 * joined.
 */
export function readGroup(name: string, text: string): FilterGroup {
  const [, not, kind] = /^(not\.)?(and|or)$/.exec(name) ?? []
  const scanner = new Scanner(text, 'logic tree')
  const terms = readTerms(scanner, 1)
  scanner.end()
  return { kind: kind === 'or' ? 'or' : 'and', isNegated: not !== undefined, terms }
}

function readTerms(scanner: Scanner, depth: number): (FilterGroup | FilterCondition)[] {
  if (depth > deepestGroup) scanner.fail(`Groups may be nested ${deepestGroup} deep`)
  scanner.expect(/\(/y)
  const terms: (FilterGroup | FilterCondition)[] = []
  do {
    scanner.take(/\s*/y)
    const group = scanner.take(groupHead)
    if (!group) terms.push(readGroupedFilter(scanner))
    else {
      const kind = group[2] === 'or' ? 'or' : 'and'
      terms.push({ kind, isNegated: group[1] !== undefined, terms: readTerms(scanner, depth + 1) })
    }
  } while (scanner.take(/,/y))
  scanner.expect(/\)/y)
  return terms
}

/** Joins all filters of a request with `and`. Refuses a request that has too many filters. */
export function joinFilters(terms: FilterGroup['terms']): FilterGroup {
  const group: FilterGroup = { kind: 'and', isNegated: false, terms }
  if (countTerms(group) > mostTerms) {
    throw unparsable('filter', null, `At most ${mostTerms} filters in one request`)
  }
  return group
}

const countTerms = (term: FilterGroup | FilterCondition): number =>
  term.kind === 'condition' ? 1 : term.terms.reduce((sum, inner) => sum + countTerms(inner), 0)
