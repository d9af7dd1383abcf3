import type { Functions, Tables } from './row-types.ts'
import type { Transaction } from './types.ts'

/** The columns of a table, both as SQL and as the type of a row. */
export interface TableColumns<Row> {
  readonly table: string
  readonly text: string
  /** This property never has a value; it only carries the type. */
  readonly row?: Row
}
export type RowOf<From> = From extends TableColumns<infer Row> ? Row : never

type Of<Table extends keyof Tables, Name extends keyof Tables[Table], Filled> = {
  [Key in Name]: Key extends Filled ? NonNullable<Tables[Table][Key]> : Tables[Table][Key]
}

/**
 * The columns that a query reads from a table. SQL and type are derived from the same names, so they always match.
 * `filled` is SQL that replaces null; `as` is SQL of the same type that is read instead of the column.
 */
export function columnsOf<
  Table extends keyof Tables,
  Name extends keyof Tables[Table] & string,
  Filled extends Name = never,
>(
  table: Table,
  names: readonly Name[],
  how: { filled?: Readonly<Record<Filled, string>>; as?: Readonly<Partial<Record<Name, string>>> } = {},
): TableColumns<Of<Table, Name, Filled>> {
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

/** Reads rows from a table. `which` is the SQL after the table's name. */
export async function selectRows<Row>(
  tx: Transaction,
  { table, text }: TableColumns<Row>,
  which: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  return (await tx.query<Row>(`select ${text} from ${table} ${which}`, values)).rows
}

/**
 * Reads rows from a function. `from` is the function call, plus the SQL that follows it. The rows have the table's
 * columns.
 */
export async function selectRowsFrom<Row>(
  tx: Transaction,
  { text }: TableColumns<Row>,
  from: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await tx.query<Row>(`select ${text} from ${from}`, values)).rows
}

export async function writeRows<Row>(
  tx: Transaction,
  { text }: TableColumns<Row>,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await tx.query<Row>(`${statement} returning ${text}`, values)).rows
}

export function singleRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('expected row is missing')
  return row
}

export async function callSqlFunction<Name extends keyof Functions>(
  tx: Transaction,
  name: Name,
  values: readonly unknown[] = [],
): Promise<Functions[Name] | null> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await tx.query<{ answer: Functions[Name] | null }>(`select ${name}(${places}) as answer`, values)
  return rows[0]?.answer ?? null
}

/** Element types of binary arrays, with their PostgreSQL type ids. */
const oids = { text: 25, uuid: 2950, jsonb: 3802 } as const

const headerBytes = 20
const lengthBytes = 4

/**
 * Joins a column's values into one parameter. Use this only for numbers, booleans and words, because they need no
 * quotes.
 */
export function plainArray(values: readonly (string | number | boolean)[]): string {
  return `{${values.join()}}`
}

/**
 * Joins text, JSON or UUIDs into one parameter in PostgreSQL's binary format, which needs no quotes and saves a third
 * of the work on both sides. @see https://github.com/postgres/postgres/blob/master/src/backend/utils/adt/arrayfuncs.c
 * `array_recv`
 */
export function binaryArray(type: keyof typeof oids, values: readonly (string | null)[]): Buffer {
  // A UTF-16 unit takes at most three bytes in UTF-8. A JSON value begins with a version byte.
  const size = values.reduce((sum, value) => sum + lengthBytes + 1 + (value?.length ?? 0) * 3, headerBytes)
  const bytes = Buffer.allocUnsafe(size)
  // The header: one dimension, nulls allowed, the element type, the number of values, and 1 as the first index.
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(1, 4)
  bytes.writeInt32BE(oids[type], 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let end = headerBytes
  for (const value of values) {
    const start = end + lengthBytes
    const length = value === null ? -1 : write(type, bytes, start, value)
    bytes.writeInt32BE(length, end)
    end = start + Math.max(0, length)
  }
  return bytes.subarray(0, end)
}

function write(type: keyof typeof oids, bytes: Buffer, at: number, value: string): number {
  if (type === 'text') return bytes.write(value, at)
  if (type === 'uuid') return writeUuid(bytes, at, value)
  bytes[at] = 1
  return 1 + bytes.write(value, at + 1)
}

/** The values of the hexadecimal digits, indexed by the digits' character codes. */
const digits = new Uint8Array(128)
for (const digit of '0123456789abcdefABCDEF') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16)

/** Skips dashes during the conversion, because removing them first would allocate another string for each value. */
function writeUuid(bytes: Buffer, start: number, value: string): number {
  let at = start
  for (let from = 0; from < value.length; from += 2) {
    if (value.charCodeAt(from) === 45) from++
    bytes[at++] = ((digits[value.charCodeAt(from)] ?? 0) << 4) | (digits[value.charCodeAt(from + 1)] ?? 0)
  }
  return at - start
}
