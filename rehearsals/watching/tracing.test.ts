import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { launchServer, ready } from '#server/app/launching.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { booking } from '#server/lib/db/visitor-rows.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Batch {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

const test = await testDatabase()
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const batches: Batch[] = []
const collector = createServer((request, answer) => {
  void json(request).then((batch) => {
    batches.push(batch as Batch)
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const launch = (environment: Record<string, string>, afterwards = '') =>
  launchServer(
    { DATABASE_URL: test.url, DATA_DIR: join(site.folder, '../data'), ...environment },
    site.folder,
    { afterwards },
  )
afterAll(async () => {
  collector.closeAllConnections()
  collector.close()
  await test.close()
  site.remove()
})

const post = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/rest/v1/strategy_call_bookings?columns=${Object.keys(booking()).join()}`, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_backline', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(booking({ name: 'Canary', email: 'canary@example.com' })),
  })
const spans = () =>
  batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const said = ({ attributes }: Pick<Span, 'attributes'>, key: string) =>
  attributes.find((each) => each.key === key)?.value.stringValue
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`

it('traces a request, what it asks of the database, and letters, and says nothing of a person', async () => {
  const server = await ready(
    launch({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_SERVICE_NAME: 'our-site',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      TRUST_PROXY: '127.0.0.1',
    }),
  )
  const answer = await post(server.url, { traceparent, 'x-request-id': 'request-of-a-proxy' })
  expect(answer.status).toBe(201)
  await fetch(`${server.url}/readyz`)
  const request = () => spans().find(({ name }) => name === 'POST /rest/v1/:table')
  await expect.poll(request).toBeDefined()
  await expect.poll(() => spans().find(({ name }) => name === 'send letter')).toBeDefined()
  await server.end()

  const { traceId, spanId, parentSpanId } = request() as Span
  expect([traceId, parentSpanId]).toEqual([trace, '00f067aa0ba902b7'])
  expect(said(request() as Span, 'backline.request_id')).toBe('request-of-a-proxy')
  const below = (id: string) =>
    spans()
      .filter((span) => span.parentSpanId === id)
      .map(({ name }) => name)
  expect(below(spanId)).toContain('insert public.strategy_call_bookings')
  const letter = spans().find(({ name }) => name === 'send letter') as Span
  expect(below(letter.spanId).length).toBeGreaterThan(0)
  expect(spans().filter(({ name }) => name.includes('readyz'))).toEqual([])
  const { resource } = batches[0]?.resourceSpans[0] ?? { resource: { attributes: [] } }
  expect(said(resource, 'service.name')).toBe('our-site')
  expect(JSON.stringify(batches)).not.toMatch(/canary|lovelace|@|127\.0\.0\.1/i)
})

it('believes no stranger who says which trace theirs is', async () => {
  batches.length = 0
  const server = await ready(launch({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, PROCESSES: '2' }))
  await post(server.url, { traceparent })
  // What is left is handed over at the end.
  await server.end()
  const request = spans().find(({ name }) => name === 'POST /rest/v1/:table')
  expect(request?.traceId).toMatch(/^[\da-f]{32}$/)
  expect(request?.traceId).not.toBe(trace)
})

it('goes on without a collector, and loads nothing where none is named', async () => {
  const loaded = `process.on('SIGUSR2', () => {
    const modules = process.getBuiltinModule('module')
    const { _cache } = modules.createRequire(import.meta.url).cache ? modules.Module : {}
    process.stderr.write('LOADED ' + Object.keys(_cache).some((path) => path.includes('otlp')) + '\\n')
  })`
  for (const [environment, isLoaded] of [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_SCHEDULE_DELAY: '100' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' }, false],
    [{}, false],
  ] as const) {
    const server = await ready(launch(environment, loaded))
    expect((await post(server.url)).status).toBe(201)
    server.child.kill('SIGUSR2')
    await expect.poll(() => server.written.err).toContain(`LOADED ${isLoaded}`)
    expect(await server.end()).toBe(0)
  }
})
