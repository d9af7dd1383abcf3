import fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Readiness } from '#server/lib/http/readiness.ts'
import { healthRoutes } from './routes.ts'

const answer = async (ownClock: number, there: number | Error) => {
  const app = fastify()
  const ping = async () => {
    if (there instanceof Error) throw there
    return there
  }
  await app.register(healthRoutes, {
    database: { ping },
    readiness: new Readiness(0),
    site: async () => {},
    ownClock: () => ownClock,
  })
  const { statusCode, headers, body } = await app.inject('/readyz')
  await app.close()
  return [statusCode, headers['retry-after'], JSON.parse(body)]
}

it('reports whether the database accepts writes, and whether the server clock differs from the database clock', async () => {
  const now = Date.now()
  expect(await answer(now, now - 59_000)).toEqual([200, undefined, { status: 'ready' }])
  for (const there of [now - 61_000, now + 61_000]) {
    expect(await answer(now, there)).toEqual([200, undefined, { status: 'ready', clock: 'differs from the database' }])
  }
  expect(await answer(now, new Error('full'))).toEqual([503, '2', { status: 'database cannot store rows' }])
})

it('reports at once that the server is alive, but reports readiness only after the pages are loaded', async () => {
  const app = fastify()
  const events: string[] = []
  const asked = async (path: string) => {
    events.push(`${path} ${(await app.inject(path)).statusCode}`)
  }
  await app.register(healthRoutes, {
    database: { ping: async () => Date.now() },
    readiness: new Readiness(0),
    site: async () => {
      await asked('/healthz')
      events.push('pages')
    },
  })
  await asked('/readyz')
  expect(events).toEqual(['/healthz 200', 'pages', '/readyz 200'])
  await app.close()
})

it('[G1] delays the shutdown of the server only if a proxy has checked readiness in the last minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const waited = async (since: number | null) => {
    const wait = vi.fn(async () => {})
    const readiness = new Readiness(3000, wait)
    if (since !== null) readiness.asked()
    vi.advanceTimersByTime(since ?? 0)
    await readiness.turnOff()
    return wait.mock.calls
  }
  expect([await waited(null), await waited(61_000), await waited(59_000)]).toEqual([[], [], [[3000]]])
})
