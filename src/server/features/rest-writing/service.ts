import { randomUUID } from 'node:crypto'
import type { InteractionSender, Interactions } from '#server/features/interactions/service.ts'
import { callPath } from '#server/features/visitor-call/service.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { type Database, isDatabaseError } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { JsonRow } from '#server/lib/query-grammar/queries.ts'
import { notSingular, permissionDenied } from '#server/lib/query-grammar/refusal.ts'
import type { Limits } from '#server/lib/rate-limit/limits.ts'
import { rowsStored } from '#server/lib/telemetry.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { ValidInteraction } from '#shared/contract/interaction.ts'
import type { Insertion } from './insertion.ts'
import { type EarlierRow, fetchEarlier, insertRows } from './queries.ts'
import { type FieldFault, faultRefusal, review, type TableName, type TablePolicy, tables } from './review.ts'

/**
 * The ids under which a form can be stored. `isRepeat` tells whether an earlier row with one of these ids came from the
 * same form.
 */
export interface FormIds {
  ids: Iterable<string>
  isRepeat: (earlier: EarlierRow) => boolean
}

/**
 * The result of storing a form: the invalid columns, or the row's id and the path of the visitor's own page. `isOver`
 * is true if the form was sent before and the team or the visitor has since closed the booking or message.
 */
export type FormOutcome =
  | { faults: readonly Pick<FieldFault, 'column' | 'reason'>[] }
  | { id: string; page: string | null; isOver?: boolean }

export type StoreForm = (table: TableName, row: JsonRow, ids: FormIds, ip: string) => Promise<FormOutcome>

export interface FormStoreContext {
  arrivals: RowStore
  clock: Clock
  limits: Limits
  /** Signs the path of a booking's page. */
  cipher: Pick<SecretCipher, 'key'>
}

export interface StoredInsertion {
  count: number
  /** The id for the `Location` header if there is only one row. */
  id: string | null
  /** The path of the visitor's own page if there is only one row and that row has a page. */
  page: string | null
}

/** Stores either all rows of a visitor's POST or none, in one statement. */
export async function insert(
  store: FormStoreContext & { interactions: Interactions },
  table: TablePolicy,
  insertion: Insertion,
  sender: InteractionSender,
): Promise<StoredInsertion> {
  const { preferences } = insertion
  if (preferences.resolution) throw permissionDenied(table.name)
  const rows = fillColumns(table, insertion)
  if (insertion.isSingular && rows.length !== 1) throw notSingular(rows.length)
  const now = store.clock()
  const reviewed = rows.map((row, index) => {
    const { faults, row: clean } = review(table, row, now)
    const [worst, ...others] = faults
    if (worst) throw faultRefusal(table, [worst, ...others], rows.length > 1 ? index : null)
    return clean
  })
  // Visitors cannot read stored rows.
  if (preferences.return === 'representation') throw permissionDenied(table.name)
  const [row] = reviewed.length === 1 ? reviewed : []
  const stored = { count: rows.length, id: idOf(row), page: null }
  if (rows.length === 0) return stored
  await limitStored(store, table.name, reviewed, sender.address)
  if (table.name === 'user_interactions') {
    await store.interactions.store(reviewed as unknown as readonly ValidInteraction[], sender)
    return stored
  }
  await store.arrivals.store(table, reviewed)
  rowsStored.publish({ table: table.name, rows: rows.length })
  return { ...stored, page: row ? await pageOf(store, table.name, row) : null }
}

/**
 * The path of the visitor's own page for the stored row. Anyone who has the path can open the page, so only the first
 * response contains it (decision 14).
 */
async function pageOf({ cipher, clock }: FormStoreContext, table: string, row: JsonRow): Promise<string | null> {
  const id = idOf(row)
  if (table !== 'strategy_call_bookings' || id === null) return null
  return callPath(cipher, id.toLowerCase(), Math.max(Date.parse(String(row.preferred_time)), clock()))
}

/**
 * The measured size of a row on disk: a constant for the row, its indexes, emails and log entries, plus the text
 * fields, which are stored three times for a form (in the row, in its message and in the search index).
 */
const sizes = { interaction: { row: 200, copies: 1 }, form: { row: 3000, copies: 3 } } as const

async function limitStored(
  { limits }: Pick<FormStoreContext, 'limits'>,
  table: string,
  rows: readonly JsonRow[],
  ip: string,
): Promise<void> {
  const size = sizes[table === 'user_interactions' ? 'interaction' : 'form']
  let texts = 0
  for (const row of rows)
    for (const name in row) if (typeof row[name] === 'string') texts += Buffer.byteLength(row[name])
  await limits.consumeStored(table, ip, rows.length, rows.length * size.row + texts * size.copies)
}

/**
 * Returns rows that have exactly the listed columns. A missing key becomes null or, on request, the column's default;
 * only `id` has a default. For `headers-only`, the id is created here, because the response contains the row's URL
 * and a visitor cannot read an id that the database creates.
 */
function fillColumns(table: TablePolicy, { rows, columns, isUniform, preferences }: Insertion): readonly JsonRow[] {
  const addressed = preferences.return === 'headers-only' && 'id' in table.columns
  const all = addressed && !columns.includes('id') ? [...columns, 'id'] : columns
  const makesId = addressed || preferences.missingAsDefault
  const cell = (row: JsonRow, column: string) => {
    if (Object.hasOwn(row, column)) return row[column]
    return column === 'id' && makesId ? randomUUID() : null
  }
  // Rows sent without `columns` all have the same keys, so no key is missing.
  if (isUniform && all.length === columns.length) return rows
  return rows.map((row) => Object.fromEntries(all.map((c) => [c, cell(row, c)])))
}

const idOf = (row: JsonRow | undefined) => (typeof row?.id === 'string' ? row.id : null)

/**
 * Stores one row from a form under the first unused id, or returns the invalid columns. A form that was sent before
 * counts as stored, but only the first response has the path of the visitor's page. The table's primary key ensures
 * that two simultaneous copies of a form become one row.
 */
export async function storeOnce(
  store: FormStoreContext,
  name: TableName,
  row: JsonRow,
  { ids, isRepeat }: FormIds,
  ip: string,
): Promise<FormOutcome> {
  const table = tables.get(name)
  if (!table) throw new Error(`${name} has no policy`)
  const { faults, row: clean } = review(table, row, store.clock())
  if (faults.length > 0) return { faults }
  await limitStored(store, name, [clean], ip)
  for (const id of ids) {
    try {
      await store.arrivals.store(table, [{ ...clean, id }])
    } catch (error) {
      if (!isDatabaseError(error) || error.constraint !== `${name}_pkey`) throw error
      const earlier = await store.arrivals.earlier(name, id)
      if (earlier && isRepeat(earlier)) return { id, page: null, isOver: !earlier.isOpen }
      continue
    }
    rowsStored.publish({ table: name, rows: 1 })
    return { id, page: await pageOf(store, name, { ...clean, id }) }
  }
  throw new Error('every id is in use')
}

/** The only code that stores bookings and messages. */
export interface RowStore {
  /** Stores either all rows of one request or none, and publishes them after the commit. */
  store(table: TablePolicy, rows: readonly JsonRow[]): Promise<void>
  /** A stored row; undefined once it is deleted. */
  earlier(table: TableName, id: string): Promise<EarlierRow | undefined>
}

/**
 * A NOTIFY locks the entire database until its transaction is flushed, so transactions that notify commit one after
 * another. If the claim `publishes` is set, the transaction does not notify; this code notifies after the commit.
 */
const publishing = { role: 'anon', publishes: true } as const

export function openRowStore(database: Database, log: Pick<Log, 'warn'>): RowStore {
  const visitor = database.alone('anon', publishing)
  const server = database.alone('backline_outbox', {})
  /** The ids, by table, of rows that are committed but not published yet. */
  const unpublished = new Map<string, unknown[]>()
  let isPublishing = false

  /**
   * Sends one NOTIFY at a time; rows that are stored during a NOTIFY are published by the next NOTIFY. If publishing
   * fails, the desk and the outbox find the rows by polling.
   */
  async function publish(): Promise<void> {
    if (isPublishing) return
    isPublishing = true
    for (const [table, ids] of unpublished) {
      unpublished.delete(table)
      await server
        .query('select private.publish_new_rows($1, $2)', [table, ids])
        .catch((error: unknown) => log.warn({ err: error }, 'publishing new rows failed'))
    }
    isPublishing = false
  }

  return {
    earlier: (table, id) => fetchEarlier(server, table, id),
    async store(table, sent) {
      const rows = sent.map(withId)
      const count = await insertRows(visitor, table, rows)
      if (count !== rows.length) throw new Error(`stored ${count} of ${rows.length} rows`)
      unpublished.set(table.name, [...(unpublished.get(table.name) ?? []), ...rows.map(({ id }) => id)])
      void publish()
    },
  }
}

/** Creates the id here instead of in the database, because publishing needs the id. */
const withId = (row: JsonRow): JsonRow => (Object.hasOwn(row, 'id') ? row : { ...row, id: randomUUID() })
