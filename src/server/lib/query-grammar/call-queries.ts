import { Bound, type Statement } from './bound.ts'
import { lineText, orderText, spanText, valueText, whereText } from './expressions.ts'
import { invocation } from './invocation.ts'
import { asPage } from './page-queries.ts'
import type { Reading } from './query-string.ts'
import type { Column, Given, Routine } from './types.ts'

/** A call that gives one bare value, or nothing. */
export function valueStatement(routine: Routine, given: Given): Statement {
  const bound = new Bound()
  const { call, args } = invocation(routine, given, bound)
  const value = `coalesce(to_json(${call})::text, 'null')`
  const text = routine.isVoid ? `select ${call} from ${args}` : asPage(value, args)
  return { text, values: bound.values }
}

export interface Asking {
  reading: Reading
  /** Whether the rows of all pages are counted. */
  isCounted: boolean
  /** Whether the function runs to its end. With a limit of 0 PostgreSQL would not call it, nor change anything. */
  isWhole: boolean
}

/** A call that gives rows, or a set of bare values; the function is called once even where its rows are counted. */
export function rowsStatement(routine: Routine, given: Given, asking: Asking): Statement {
  const { reading, isCounted, isWhole } = asking
  const bound = new Bound()
  const { call, args } = invocation(routine, given, bound)
  const { relation, line, where, rest } = partsOf(routine, reading, bound)
  const page = asPage(
    line,
    `matched as source${rest}`,
    isCounted ? 'select count(*) from matched' : undefined,
  )
  const every = `select source.* from ${args}, ${call} as ${relation}`
  // For a function that only reads, PostgreSQL may use the filters to look up fewer rows.
  const text = isWhole
    ? `with given as materialized (${every}), matched as materialized (select * from given as source${where}) ` +
      `select page.*, (select count(*)::int from given) as affected from (${page}) as page`
    : `with matched as materialized (${every}${where}) ${page}`
  return { text, values: bound.values }
}

/** The same as the lines of a sheet. */
export function linesStatement(routine: Routine, given: Given, reading: Reading): Statement {
  const bound = new Bound()
  const { call, args } = invocation(routine, given, bound)
  const { relation, line, where, rest } = partsOf(routine, reading, bound)
  const matched = `select source.* from ${args}, ${call} as ${relation}${where}`
  return { text: `select ${line} as line from (${matched}) as source${rest}`, values: bound.values }
}

function partsOf(routine: Routine, reading: Reading, bound: Bound) {
  const relation = { name: routine.name, columns: routine.columns ?? new Map<string, Column>() }
  return {
    relation: `source${routine.columns ? '' : ' (value)'}`,
    where: whereText(relation, reading.where, bound),
    line: routine.columns ? lineText(relation, reading, bound) : valueText(reading.form),
    rest: `${orderText(relation, reading.order, bound)}${spanText(reading, bound)}`,
  }
}
