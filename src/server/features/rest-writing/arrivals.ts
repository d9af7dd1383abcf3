import { randomUUID } from 'node:crypto'
import { type Announcer, announcedLater } from '#server/lib/announcing.ts'
import { type Database, isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import { GroupCommit } from '#server/lib/group-commit.ts'
import type { Row } from '#server/lib/query-grammar/types.ts'
import { Rush } from '#server/lib/rush.ts'
import type { TablePolicy } from './policy.ts'
import { insertWholeRows } from './queries.ts'

/** The one door through which bookings and messages reach the database. Their news is announced after the commit. */
export interface Arrivals {
  /** Stores the rows of one request, all or none, in one commit with those of requests that come at the same time. */
  store(table: TablePolicy, rows: readonly Row[]): Promise<void>
  /** For a request that has more to do than that: a transaction of its own. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/**
 * A group costs PostgreSQL as much as four or five of its rows, so nobody starts a second one beside it for a few; a hundred rows
 * with their letters take some twenty milliseconds.
 */
const limits = { group: 100, running: 2, company: 10, waiting: 2000 }

const visitor = ['anon', { role: 'anon', ...announcedLater }] as const

export function openArrivals(
  database: Database,
  announcer: Pick<Announcer, 'soon'>,
  rush: Pick<Rush, 'during'> = new Rush(),
): Arrivals {
  const each = database.alone(...visitor)
  const commits = new Map<TablePolicy, GroupCommit<Row>>()

  async function insertAll(table: TablePolicy, rows: readonly Row[]): Promise<void> {
    try {
      const count = await insertWholeRows(each, table, rows.map(withId))
      if (count !== rows.length) throw new Error(`stored ${count} of ${rows.length} rows`)
    } finally {
      announcer.soon()
    }
  }

  /** Those that the database refuses are found by halves, so that each sender has an answer of their own. */
  async function storeGroup(table: TablePolicy, batches: readonly (readonly Row[])[]): Promise<unknown[]> {
    try {
      await insertAll(table, batches.flat())
      return []
    } catch (error) {
      if (batches.length === 1 || !isOfSome(error)) return batches.map(() => error)
      const middle = Math.ceil(batches.length / 2)
      const first = batches.slice(0, middle)
      const refusals = await storeGroup(table, first)
      return [
        ...first.map((_, index) => refusals[index]),
        ...(await storeGroup(table, batches.slice(middle))),
      ]
    }
  }

  function commitsOf(table: TablePolicy): GroupCommit<Row> {
    const known = commits.get(table)
    const made = known ?? new GroupCommit<Row>((batches) => storeGroup(table, batches), limits)
    if (!known) commits.set(table, made)
    return made
  }

  return {
    store: (table, rows) => rush.during(commitsOf(table).add(rows)),
    transaction: (work) => database.transaction(...visitor, work).finally(() => announcer.soon()),
  }
}

/** Rows that come together name the same columns, so the only default that a visitor may leave to the database is made here. */
const withId = (row: Row): Row => (Object.hasOwn(row, 'id') ? row : { ...row, id: randomUUID() })

/** Whether some of the rows are at fault, or two groups waited for one another; a lost connection is everybody's. */
const isOfSome = (error: unknown): boolean =>
  isDatabaseError(error) && /^(2[1-3]|42|44|54|40P01)/.test(error.code)
