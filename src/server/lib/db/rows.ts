import type { Functions, Tables } from './row-types.ts'
import type { Transaction } from './types.ts'

/** Columns of one table: as a statement names them, and as the type of the rows that it gives. */
export interface Columns<Row> {
  readonly table: string
  readonly text: string
  /** Never set: it carries the type. */
  readonly row?: Row
}
export type RowOf<From> = From extends Columns<infer Row> ? Row : never

type Of<Table extends keyof Tables, Name extends keyof Tables[Table], Filled> = {
  [Key in Name]: Key extends Filled ? NonNullable<Tables[Table][Key]> : Tables[Table][Key]
}

/**
 * The columns that a query reads of a table. Statement and type are made from the same names, so they cannot differ.
 * `filled`: SQL in place of a null; `as`: SQL for a value that is not read as it is, in its own type.
 */
export function columnsOf<
  Table extends keyof Tables,
  Name extends keyof Tables[Table] & string,
  Filled extends Name = never,
>(
  table: Table,
  names: readonly Name[],
  how: { filled?: Readonly<Record<Filled, string>>; as?: Readonly<Partial<Record<Name, string>>> } = {},
): Columns<Of<Table, Name, Filled>> {
  const filled: Readonly<Partial<Record<string, string>>> = how.filled ?? {}
  const one = (name: Name) => {
    const value = how.as?.[name] ?? name
    const otherwise = filled[name]
    return otherwise === undefined
      ? value === name
        ? name
        : `${value} as ${name}`
      : `coalesce(${value}, ${otherwise}) as ${name}`
  }
  return { table, text: names.map(one).join(', ') }
}

/** `which` is the SQL after the table's name. */
export async function rowsOf<Row>(
  tx: Transaction,
  { table, text }: Columns<Row>,
  which: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  return (await tx.query<Row>(`select ${text} from ${table} ${which}`, values)).rows
}

/** `from` is the call of a function that gives rows of the columns' table, and the SQL after it. */
export async function rowsFrom<Row>(
  tx: Transaction,
  { text }: Columns<Row>,
  from: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await tx.query<Row>(`select ${text} from ${from}`, values)).rows
}

export async function rowsWritten<Row>(
  tx: Transaction,
  { text }: Columns<Row>,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await tx.query<Row>(`${statement} returning ${text}`, values)).rows
}

export function theRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a row that must be there is not')
  return row
}

export async function answerOf<Name extends keyof Functions>(
  tx: Transaction,
  name: Name,
  values: readonly unknown[] = [],
): Promise<Functions[Name] | null> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await tx.query<{ answer: Functions[Name] | null }>(
    `select ${name}(${places}) as answer`,
    values,
  )
  return rows[0]?.answer ?? null
}
