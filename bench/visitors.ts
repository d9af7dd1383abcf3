import { setTimeout as sleep } from 'node:timers/promises'
import { bookingRow, eventRows, messageRow } from './rows.ts'
import { count, send } from './servers.ts'

/** A visitor who posts one request after the other, whatever happens to the server meanwhile. */
export interface Visitor {
  readonly table: string
  /** The ids of the rows that were answered 201. */
  readonly acknowledged: string[]
  /** The other answers: their status, or 0 where there was none. */
  readonly refused: number[]
  readonly stop: () => Promise<void>
}

const makers = {
  strategy_call_bookings: () => [bookingRow()],
  contact_messages: () => [messageRow()],
  user_interactions: () => eventRows(25, 1),
}

/** That many visitors for each of these tables, who pause between two requests. */
export function steadyVisitors(
  url: string,
  tables: readonly (keyof typeof makers)[],
  each: number,
  restMs: number,
): Visitor[] {
  return tables.flatMap((table) => Array.from({ length: each }, () => visitor(url, table, restMs)))
}

function visitor(url: string, table: keyof typeof makers, restMs: number): Visitor {
  const [acknowledged, refused]: [string[], number[]] = [[], []]
  let isGoing = true
  const run = async () => {
    while (isGoing) {
      const rows = makers[table]()
      const status = await send(`${url}/rest/v1/${table}`, rows).catch(() => 0)
      if (status === 201) acknowledged.push(...rows.map(({ id }) => id))
      else refused.push(status)
      await sleep(restMs)
    }
  }
  const done = run()
  const stop = () => {
    isGoing = false
    return done
  }
  return { table, acknowledged, refused, stop }
}

/** The ids of all rows of a table that were acknowledged to these visitors. */
export const acknowledgedIn = (visitors: readonly Visitor[], table: string) =>
  visitors.filter((one) => one.table === table).flatMap(({ acknowledged }) => acknowledged)

/** How many of these rows are stored, each counted once. */
export const storedOf = (address: string, table: string, ids: readonly string[]) =>
  count(address, `select count(distinct id) from public.${table} where id = any($1::uuid[])`, [ids])
