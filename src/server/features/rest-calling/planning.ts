import type { Catalog, Routine } from '#server/lib/query-grammar/catalog.ts'
import { namesIn, type QueryStatement } from '#server/lib/query-grammar/expressions.ts'
import { type FilterGroup, isTooDeep } from '#server/lib/query-grammar/filter.ts'
import { type CallArguments, linesStatement, rowsStatement, valueStatement } from '#server/lib/query-grammar/queries.ts'
import { isReserved, type Query, type ReadRequest } from '#server/lib/query-grammar/query-string.ts'
import { notAvailable, RestRefusal, UnknownName, unknownColumn, unparsable } from '#server/lib/query-grammar/refusal.ts'
import type { ColumnPath } from '#server/lib/query-grammar/scanner.ts'

/** A function call whose names are not resolved yet. */
export interface RpcCall {
  name: string
  /**
   * True if the arguments are in the query string, together with filters. A call with arguments in the query string
   * cannot change anything.
   */
  isReading: boolean
  /** The arguments in a JSON body. Arguments in a query string are in `query`. */
  body: Readonly<Record<string, unknown>>
  query: Query
  /** Parses the query string. `isArgument` distinguishes arguments from filters. */
  read: (isArgument: (name: string) => boolean) => ReadRequest
  isCounted: boolean
  /** True if the client accepts only a result with exactly one row. */
  isSingular: boolean
}

/** Returns the statement for a call and the shape of the call's result. */
export function planCall(catalog: Catalog, call: RpcCall) {
  const { routine, given, reading } = resolve(catalog, call)
  if (routine.isVoid) return { shape: 'nothing', statement: valueStatement(routine, given) } as const
  const isCounted = call.isCounted && routine.isSet
  const statement =
    routine.isSet || routine.columns
      ? rowsStatement(routine, given, reading, isCounted)
      : valueStatement(routine, given)
  return { shape: routine.isSet ? 'rows' : 'one', statement } as const
}

/**
 * Returns a statement that produces a line of CSV for each row of a function's result, and the column names for the
 * header line.
 */
export function planLines(catalog: Catalog, call: RpcCall): { header: string[]; statement: QueryStatement } {
  const { routine, given, reading } = resolve(catalog, call)
  const { name, columns } = routine
  if (!columns) throw notAvailable('text/csv')
  const header = namesIn({ name, columns }, reading.select)
  return { header, statement: linesStatement(routine, given, reading) }
}

function resolve(catalog: Catalog, call: RpcCall) {
  const routine = chooseRoutine(catalog, call)
  const isArgument = (name: string) => routine.arguments.some((argument) => argument.name === name)
  const reading = call.read((name) => call.isReading && isArgument(name))
  if (!routine.columns) assertNoPages(routine, reading)
  return { routine, given: argumentsOf(call, isArgument), reading }
}

/**
 * Throws for a select, filter or order if the function's result has no columns, and for a limit or offset if the
 * function returns a single value.
 */
function assertNoPages({ name, isSet }: Routine, { select, where, order, span }: ReadRequest): void {
  const item = select.find((one) => one !== '*')
  const path = item?.path ?? firstPath(where) ?? order[0]?.path
  if (path) throw unknownColumn(name, path.column)
  if (isSet || (span.offset === 0 && span.limit > 0)) return
  throw unparsable('limit or offset parameter', `${name} returns one value and has no pages`)
}

function firstPath({ terms }: FilterGroup): ColumnPath | undefined {
  const [term] = terms
  return term?.kind === 'condition' ? term.path : term && firstPath(term)
}

function argumentsOf({ isReading, body, query }: RpcCall, isArgument: (name: string) => boolean): CallArguments {
  if (!isReading) return { isJson: true, values: body }
  const values = Object.entries(query).filter(([name]) => isArgument(name))
  for (const [, value] of values) {
    if (typeof value !== 'string') throw unparsable('query string', 'an argument is given more than once')
    if (isTooDeep(value)) throw unparsable('query string', 'an argument is nested too deeply')
  }
  return { isJson: false, values: Object.fromEntries(values) }
}

/**
 * Returns the function with this name that accepts these arguments. All values in a body are arguments. A query string
 * can also contain filters, so the chosen function is the one that leaves the fewest parameters as filters.
 */
function chooseRoutine({ routines }: Catalog, { name, isReading, body, query }: RpcCall): Routine {
  const names = isReading ? Object.keys(query).filter((key) => !isReserved(key)) : Object.keys(body)
  const rest = (routine: Routine) => names.filter((key) => !routine.arguments.some((argument) => argument.name === key))
  const fits = (routine: Routine) =>
    routine.arguments.every((argument) => !argument.isRequired || names.includes(argument.name)) &&
    rest(routine).every((key) => isReading && isFilter(routine, key))
  const fitting = (routines.get(name) ?? []).filter(fits)
  const fewest = Math.min(...fitting.map((routine) => rest(routine).length))
  const best = fitting.filter((candidate) => rest(candidate).length === fewest)
  const [routine] = best
  if (!routine) throw unknownFunction(name, names)
  if (best.length > 1) throw ambiguous(best)
  return routine
}

const isFilter = ({ columns }: Routine, key: string) => columns?.has(key.split('->')[0] ?? '') ?? false

function unknownFunction(name: string, names: readonly string[]): UnknownName {
  const wanted = `public.${name}`.slice(0, 100)
  const given = names.length > 0 ? `(${names.join(', ').slice(0, 200)})` : ' without parameters'
  return new UnknownName(
    'PGRST202',
    `Could not find the function ${wanted}${given} in the schema cache`,
    'Functions are matched by their name and argument names',
  )
}

const candidate = ({ name, arguments: taken }: Routine) =>
  `public.${name}(${taken.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`

const ambiguous = (candidates: readonly Routine[]) =>
  new RestRefusal(
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.map(candidate).join(', ').slice(0, 500)}`,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
