import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventRows } from './event-rows.ts'

/** A visitor who posts one request after the other, whatever happens to the server meanwhile. */
export interface Visitor {
  readonly table: string
  /** The ids of the rows that were answered 201. */
  readonly acknowledged: string[]
  /** The count of each other status; 0 where there was no response. */
  readonly refused: Map<number, number>
  readonly stop: () => Promise<void>
}

type Row = { id: string } & Record<string, unknown>

const day = 86_400_000

const person = (id: string) => ({
  name: 'Ada Lovelace',
  email: `${id}@visitor.example`,
  company: 'Analytical Engines',
})

const makers: Readonly<Record<string, () => Row[]>> = {
  strategy_call_bookings: () => {
    const id = randomUUID()
    const preferred_time = new Date(Date.now() + day).toISOString()
    const wanted = { phone: '+44 20 7946 0000', current_challenges: 'other', team_size: '1', preferred_time }
    return [{ id, ...person(id), ...wanted }]
  },
  contact_messages: () => {
    const id = randomUUID()
    return [{ id, ...person(id), message: 'Please write.', inquiry_type: 'services' }]
  },
  user_interactions: () => eventRows(25, randomUUID(), 1).map((row) => ({ ...row, id: randomUUID() })),
}

/** Bookings, messages and events, each by that many visitors, who pause between two requests. */
export function steadyVisitors(url: string, key: string, each: number, restMs: number): Visitor[] {
  return Object.entries(makers).flatMap(([table, rows]) =>
    Array.from({ length: each }, () => visitor(`${url}/rest/v1/${table}`, key, table, rows, restMs)),
  )
}

function visitor(url: string, key: string, table: string, rows: () => Row[], restMs: number): Visitor {
  const acknowledged: string[] = []
  const refused = new Map<number, number>()
  let isGoing = true
  const run = async () => {
    while (isGoing) {
      const sent = rows()
      const status = await post(url, key, sent)
      if (status === 201) acknowledged.push(...sent.map(({ id }) => id))
      else refused.set(status, (refused.get(status) ?? 0) + 1)
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

async function post(url: string, key: string, rows: Row[]): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(rows),
      signal: AbortSignal.timeout(20_000),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}
