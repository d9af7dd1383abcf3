import type { Statement } from '#server/lib/query-grammar/bound.ts'
import { linesStatement, rowsStatement, valueStatement } from '#server/lib/query-grammar/call-queries.ts'
import type { ColumnPath } from '#server/lib/query-grammar/column-path.ts'
import { sheetOf } from '#server/lib/query-grammar/expressions.ts'
import { isTooDeep } from '#server/lib/query-grammar/filter-value.ts'
import type { Group } from '#server/lib/query-grammar/logic-tree.ts'
import { checkRelated } from '#server/lib/query-grammar/names.ts'
import { nearName } from '#server/lib/query-grammar/near-name.ts'
import { isReserved, type Reading } from '#server/lib/query-grammar/query-string.ts'
import { Refusal, UnknownName, unknownColumn, unparsable } from '#server/lib/query-grammar/refusal.ts'
import type { Catalogue, Form, Given, Query, Routine, Sheet } from '#server/lib/query-grammar/types.ts'
import { notAvailable } from '#server/lib/rest/refusal.ts'
import type { Preferences } from '#server/lib/rest/types.ts'

/** One call of a function; its names are not yet resolved. */
export interface Call {
  name: string
  /** Whether the arguments are in the query string, among the filters; such a call may change nothing. */
  isReading: boolean
  /** The arguments of a JSON body; those of a query string are among its parameters. */
  body: Readonly<Record<string, unknown>>
  query: Query
  /** Parses the query string, once it is known which parameters are arguments. */
  read: (isArgument: (name: string) => boolean) => Reading
  preferences: Preferences
  form: Form
}

/** The statement for a call, and the shape of its result. */
export function planCall(catalogue: Catalogue, wanted: Call) {
  const { routine, given, isArgument } = address(catalogue, wanted)
  const { preferences, isReading } = wanted
  const reading = wanted.read((name) => isReading && isArgument(name))
  checkRelated(catalogue, routine.name, reading.select)
  if (!routine.columns) checkBare(routine, reading)
  if (routine.isVoid) {
    return { shape: 'nothing', statement: valueStatement(routine, given), sheet: null } as const
  }
  const sheet = routineSheet(routine, reading)
  const asking = {
    reading,
    isCounted: preferences.isCounted && routine.isSet,
    isWhole: routine.isVolatile && !isReading,
  }
  const statement =
    routine.isSet || routine.columns ? rowsStatement(routine, given, asking) : valueStatement(routine, given)
  return { shape: routine.isSet ? 'rows' : 'one', statement, sheet } as const
}

/** A function without columns allows no select, filter or order, and a single value no pages either. */
function checkBare({ name, isSet }: Routine, { select, where, order, span }: Reading): void {
  const item = select.find((one) => one !== '*')
  const path = item?.path ?? firstPath(where) ?? order[0]?.path
  if (path) throw unknownColumn(name, path.column)
  if (isSet || (span.offset === 0 && span.limit > 0)) return
  throw unparsable('limit or offset parameter', `${name} gives one value and has no pages`)
}

function firstPath({ terms }: Group): ColumnPath | undefined {
  const [term] = terms
  return term?.kind === 'condition' ? term.path : term && firstPath(term)
}

/** Every row of a function as a line of CSV. */
export function planLines(catalogue: Catalogue, wanted: Call): { sheet: Sheet; statement: Statement } {
  const { routine, given } = address(catalogue, wanted)
  const reading = wanted.read(() => false)
  checkRelated(catalogue, routine.name, reading.select)
  if (!routine.columns) checkBare(routine, reading)
  const sheet = routineSheet(routine, reading)
  if (!sheet) throw notAvailable('text/csv')
  return { sheet, statement: linesStatement(routine, given, reading) }
}

/** A function without columns is a sheet only if it returns a set. */
function routineSheet({ name, columns, isSet }: Routine, reading: Reading): Sheet | null {
  if (columns) return sheetOf({ name, columns }, reading)
  if (reading.form !== 'sheet') return null
  if (!isSet) throw notAvailable('text/csv')
  return { name, header: [name] }
}

function address(catalogue: Catalogue, wanted: Call) {
  const routine = choose(catalogue, wanted)
  const isArgument = (name: string) => routine.arguments.some((argument) => argument.name === name)
  return { routine, given: givenBy(wanted, isArgument), isArgument }
}

function givenBy({ isReading, body, query }: Call, isArgument: (name: string) => boolean): Given {
  if (!isReading) return { isJson: true, values: body }
  const values = Object.entries(query).filter(([name]) => isArgument(name))
  for (const [, value] of values) {
    if (typeof value !== 'string') throw unparsable('query string', 'an argument is given more than once')
    if (isTooDeep(value)) throw unparsable('query string', 'an argument is nested too deep')
  }
  return { isJson: false, values: Object.fromEntries(values) }
}

/**
 * The one function of this name that takes these arguments. A body has only arguments; a query string also has filters,
 * so there the function that leaves the fewest parameters as filters wins.
 */
function choose({ routines }: Catalogue, { name, isReading, body, query }: Call): Routine {
  const names = isReading ? Object.keys(query).filter((key) => !isReserved(key)) : Object.keys(body)
  const rest = (routine: Routine) =>
    names.filter((key) => !routine.arguments.some((argument) => argument.name === key))
  const fits = (routine: Routine) =>
    routine.arguments.every((argument) => !argument.isRequired || names.includes(argument.name)) &&
    rest(routine).every((key) => isReading && isFilter(routine, key))
  const fitting = (routines.get(name) ?? []).filter(fits)
  const fewest = Math.min(...fitting.map((routine) => rest(routine).length))
  const best = fitting.filter((candidate) => rest(candidate).length === fewest)
  const [routine] = best
  if (!routine) throw unknownFunction(name, names, nearRoutine(routines, name, names))
  if (best.length > 1) throw ambiguous(best)
  return routine
}

const isFilter = ({ columns }: Routine, key: string) => columns?.has(key.split('->')[0] ?? '') ?? false

const signature = (name: string, names: readonly string[]) => `${name}(${names.join(', ')})`

/** A suggestion: the function of that name, of several the one with the most similar arguments, or a similar name. */
function nearRoutine(
  routines: Catalogue['routines'],
  name: string,
  names: readonly string[],
): string | undefined {
  const signatures = routines.get(name)?.map((one) =>
    signature(
      name,
      one.arguments.map((argument) => argument.name),
    ),
  )
  if (signatures) return nearName(signatures, signature(name, names)) ?? signatures[0]
  return nearName(routines.keys(), name) ?? undefined
}

function unknownFunction(name: string, names: readonly string[], near: string | undefined): UnknownName {
  const wanted = `public.${name}`.slice(0, 100)
  const given = names.join(', ').slice(0, 200)
  const many = names.length > 1 ? 's' : ''
  return new UnknownName(
    'PGRST202',
    `Could not find the function ${wanted}${given ? `(${given})` : ' without parameters'} in the schema cache`,
    near
      ? `Perhaps you meant to call the function public.${near}`
      : 'Functions are found by their name and the names of their arguments',
    `Searched for the function ${wanted} ${given ? `with parameter${many} ${given}` : 'without parameters'}, but no matches were found in the schema cache.`,
  )
}

const candidate = ({ name, arguments: taken }: Routine) =>
  `public.${name}(${taken.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`

const ambiguous = (candidates: readonly Routine[]) =>
  new Refusal(
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.map(candidate).join(', ').slice(0, 500)}`,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
