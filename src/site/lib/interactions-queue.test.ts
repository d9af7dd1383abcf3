import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { InsertOutcome } from './api.ts'
import { createQueue } from './interactions-queue.ts'

const done: InsertOutcome = { kind: 'stored', page: null }
const refused = (status: number, more: { code?: string; wait?: number } = {}): InsertOutcome => ({
  kind: 'refused',
  status,
  code: status === 409 ? '23505' : 'PGRST000',
  message: 'duplicate key value violates unique constraint "user_interactions_pkey"',
  hint: '',
  wait: 0,
  ...more,
})

/** A server that records all requests and responds as scripted, then accepts everything. */
function server(...answers: ('no answer' | InsertOutcome)[]) {
  const bodies: string[][] = []
  const stored: string[] = []
  const post = async (body: string): Promise<InsertOutcome> => {
    const rows = JSON.parse(body) as string[]
    bodies.push(rows)
    const answer = answers.shift() ?? done
    if (answer === 'no answer') return { kind: 'unknown' }
    if (answer.kind === 'stored') stored.push(...rows)
    return answer
  }
  return { post, bodies, stored }
}

const row = (name: string | number) => JSON.stringify(String(name))
const names = (count: number) => Array.from({ length: count }, (_, index) => String(index))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('collects rows for a few seconds, then sends them in one request', async () => {
  const { post, bodies } = server()
  const queue = createQueue(post)
  queue.push(row('a'))
  await vi.advanceTimersByTimeAsync(3000)
  queue.push(row('b'))
  expect(bodies).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(bodies).toEqual([['a', 'b']])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bodies).toHaveLength(1)
})

it('sends queued rows when the queue is flushed, and sends no request if the queue is empty', async () => {
  const { post, bodies } = server()
  const queue = createQueue(post)
  queue.flush()
  queue.push(row('a'))
  queue.flush()
  await vi.runAllTimersAsync()
  expect(bodies).toEqual([['a']])
})

it('puts at most 100 rows into a request', async () => {
  const { post, bodies, stored } = server()
  const queue = createQueue(post)
  for (const name of names(250)) queue.push(row(name))
  queue.flush()
  await vi.runAllTimersAsync()
  expect(bodies.map((rows) => rows.length)).toEqual([100, 100, 50])
  expect(stored).toEqual(names(250))
})

it('limits the total size of pending requests to what browsers allow for keepalive requests', async () => {
  let inFlight = 0
  let most = 0
  const stored: string[] = []
  const queue = createQueue(async (body) => {
    const bytes = Buffer.byteLength(body)
    inFlight += bytes
    most = Math.max(most, inFlight)
    await new Promise((answer) => setImmediate(answer))
    inFlight -= bytes
    stored.push(...(JSON.parse(body) as string[]))
    return done
  })
  const texts = names(60).map((name) => name + 'é'.repeat(1500))
  for (const text of texts) queue.push(row(text))
  queue.flush()
  await vi.runAllTimersAsync()
  expect(most).toBeGreaterThan(50_000)
  expect(most).toBeLessThanOrEqual(65_536)
  expect(stored).toEqual(texts)
})

it.each([
  ['no response from the data API', 'no answer' as const],
  ['500', refused(500)],
  ['503', refused(503)],
  ['429', refused(429)],
  ['a refusal by a proxy', refused(403, { code: '' })],
  ['a conflict from a proxy', refused(409, { code: '' })],
])('resends queued rows after increasing delays if the result is %s', async (_, answer) => {
  const { post, bodies, stored } = server(answer, answer, answer)
  const queue = createQueue(post)
  queue.push(row('a'))
  queue.flush()
  await vi.advanceTimersByTimeAsync(0)
  const tries: number[] = []
  for (let second = 1; second <= 12; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    tries.push(bodies.length)
  }
  expect(tries.at(0)).toBe(2)
  expect(tries.at(-1)).toBe(4)
  expect(stored).toEqual(['a'])
  expect(console.info).toHaveBeenCalledTimes(1)
})

it('sends failed rows again, before newer rows, when the queue is flushed', async () => {
  const { post, bodies, stored } = server('no answer')
  const queue = createQueue(post)
  queue.push(row('a'))
  queue.flush()
  await vi.advanceTimersByTimeAsync(0)
  queue.push(row('b'))
  queue.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies).toEqual([['a'], ['a', 'b']])
  expect(stored).toEqual(['a', 'b'])
})

it('resends rows only after the Retry-After delay, even if more rows are queued in the meantime', async () => {
  const { post, bodies, stored } = server(refused(429, { wait: 30 }))
  const queue = createQueue(post)
  queue.push(row('a'))
  queue.flush()
  await vi.advanceTimersByTimeAsync(10_000)
  queue.push(row('b'))
  queue.flush()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(bodies).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1500)
  expect(bodies).toHaveLength(2)
  expect(stored).toEqual(['a', 'b'])
})

it('drops only the refused row of a request, and delivers every other row once', async () => {
  const stored: string[] = []
  let requests = 0
  const queue = createQueue(async (body) => {
    requests++
    const rows = JSON.parse(body) as string[]
    if (rows.includes('37')) return refused(400)
    stored.push(...rows)
    return done
  })
  for (const name of names(100)) queue.push(row(name))
  queue.flush()
  await vi.runAllTimersAsync()
  expect(stored.sort()).toEqual(
    names(100)
      .filter((name) => name !== '37')
      .sort(),
  )
  expect(requests).toBeLessThan(20)
})

it('treats a row as stored if the server refuses it as a duplicate', async () => {
  const { post, bodies } = server(refused(409), refused(409))
  const queue = createQueue(post)
  queue.push(row('a'))
  queue.push(row('b'))
  queue.flush()
  await vi.runAllTimersAsync()
  expect(bodies).toEqual([['a', 'b'], ['a'], ['b']])
  expect(console.info).not.toHaveBeenCalled()
})

it('keeps only the latest thousand queued rows while no row can be sent', async () => {
  const { post, stored } = server('no answer')
  const queue = createQueue(post)
  queue.push(row('first'))
  queue.flush()
  await vi.advanceTimersByTimeAsync(0)
  for (const name of names(1200)) queue.push(row(name))
  await vi.runAllTimersAsync()
  expect(stored).toEqual(names(1200).slice(200))
})

it('drops waiting and failed rows when the queue is emptied, but sends rows that are pushed afterward', async () => {
  const { post, bodies } = server(refused(503))
  const queue = createQueue(post)
  queue.push(row('a'))
  queue.flush()
  queue.push(row('b'))
  queue.drop()
  await vi.runAllTimersAsync()
  expect(bodies).toEqual([['a']])
  queue.push(row('c'))
  await vi.runAllTimersAsync()
  expect(bodies).toEqual([['a'], ['c']])
})
