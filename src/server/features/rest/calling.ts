import type { Statement } from './bound.ts'
import { sheetOf } from './expressions.ts'
import { isTooDeep } from './filter-value.ts'
import type { Form } from './headers.ts'
import { fetchPage, rowsStatement, run, valueStatement } from './queries.ts'
import { isReserved, type Reading } from './query-string.ts'
import { notAvailable, notSingular, Refusal, UnknownName, unparsable } from './refusal.ts'
import { asCaller, type Desk } from './request.ts'
import type { Caller, Catalogue, Given, Page, Query, Routine, Sheet } from './types.ts'

/** One call of a function, its names still unresolved. */
export interface Call {
  name: string
  /** Whether the arguments come with the filters in the query string; such a call may change nothing. */
  isReading: boolean
  /** The arguments of a JSON body; those of a query string are found among its parameters. */
  body: Readonly<Record<string, unknown>>
  query: Query
  /** Takes the query string apart, once it is known which parameters are arguments. */
  read: (isArgument: (name: string) => boolean) => Reading
  isCounted: boolean
  form: Form
}

/** What a function gave: nothing, one value or object, or rows. */
export type Result = Page & { shape: 'nothing' | 'one' | 'rows' }

/** Calls a function of `public` that the caller's role may execute. */
export async function call(desk: Desk, caller: Caller, wanted: Call): Promise<Result> {
  const { shape, statement, sheet } = await desk.catalogue.resolve((catalogue) => planCall(catalogue, wanted))
  return asCaller(desk, caller, wanted.isReading, async (tx) => {
    const page = await (shape === 'nothing' ? run : fetchPage)(tx, statement)
    if (shape === 'rows' && wanted.form === 'object' && page.rows !== 1) throw notSingular(page.rows)
    return { ...page, shape, sheet }
  })
}

function planCall(catalogue: Catalogue, wanted: Call) {
  const { routine, given, isArgument } = address(catalogue, wanted)
  if (routine.isVoid)
    return { shape: 'nothing', statement: valueStatement(routine, given), sheet: null } as const
  const reading = wanted.read((name) => wanted.isReading && isArgument(name))
  const sheet = routineSheet(routine, reading)
  if (routine.isSet) {
    const shape = wanted.isCounted ? 'counted' : 'page'
    return { shape: 'rows', statement: rowsStatement(routine, given, reading, shape), sheet } as const
  }
  const whole = { ...reading, where: nowhere, order: [], span: { offset: 0, limit: 1 } }
  const statement = routine.columns
    ? rowsStatement(routine, given, whole, 'page')
    : valueStatement(routine, given)
  return { shape: 'one', statement, sheet } as const
}

/** Every row of a function as the line of a sheet. */
export function planLines(catalogue: Catalogue, wanted: Call): { sheet: Sheet; statement: Statement } {
  const { routine, given } = address(catalogue, wanted)
  const reading = wanted.read(() => false)
  const sheet = routineSheet(routine, reading)
  if (!sheet) throw notAvailable()
  return { sheet, statement: rowsStatement(routine, given, reading, 'lines') }
}

/** A bare value is no sheet, unless there may be many. */
function routineSheet({ name, columns, isSet }: Routine, reading: Reading): Sheet | null {
  if (columns) return sheetOf({ name, columns }, reading)
  if (reading.form !== 'sheet') return null
  if (!isSet) throw notAvailable()
  return { name, header: [name] }
}

/** The function that is called, and its arguments. */
function address(catalogue: Catalogue, wanted: Call) {
  const routine = choose(catalogue, wanted)
  const isArgument = (name: string) => routine.arguments.some((argument) => argument.name === name)
  return { routine, given: givenBy(wanted, isArgument), isArgument }
}

/** One object or value has no rows to choose from. */
const nowhere = { kind: 'and', isNegated: false, terms: [] } as const

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
 * The one function of this name that takes these arguments. A body has arguments and nothing else; a query string has
 * filters too, so there the function wins that leaves the fewest parameters to be filters.
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
  const [routine, other] = fitting.filter((candidate) => rest(candidate).length === fewest)
  if (!routine) throw unknownFunction(name, names)
  if (other) throw ambiguous(name, names)
  return routine
}

const isFilter = ({ columns }: Routine, key: string) => columns?.has(key.split('->')[0] ?? '') ?? false

const signature = (name: string, names: readonly string[]) =>
  `public.${name}(${names.join(', ')})`.slice(0, 200)

const unknownFunction = (name: string, names: readonly string[]) =>
  new UnknownName(
    'PGRST202',
    `Could not find the function ${signature(name, names)} in the schema cache`,
    'Functions are found by their name and the names of their arguments',
  )

const ambiguous = (name: string, names: readonly string[]) =>
  new Refusal(
    'PGRST203',
    `Could not choose the best candidate function for ${signature(name, names)}`,
    'Give the arguments that tell one from the other',
  )
