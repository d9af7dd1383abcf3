import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { type LaunchedServer, launchServer, whenReady } from '#rehearsals/launching.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { caddyArguments, nginxArguments, runProxy } from './reverse-proxy.ts'
import { startLoad } from './rolling-load.ts'

/** A proxy that distributes requests across two servers and never retries, so that every lost request is visible. */
interface LoadBalancer {
  url: string
  /** Tells the proxy to stop using a server. Does nothing if the proxy polls `/readyz`. */
  takeOut: (server: number) => Promise<void>
  takeBack: () => Promise<void>
  stop: () => Promise<void>
}

const answers = (url: string) => async () => (await fetch(url)).ok

/** Caddy polls `/readyz`, so the test does not have to tell Caddy which server is stopping. */
async function startCaddy(home: string, ports: number[]): Promise<LoadBalancer> {
  const url = `http://127.0.0.1:${await freePort()}`
  const file = join(home, 'Caddyfile')
  const servers = ports.map((port) => `127.0.0.1:${port}`).join(' ')
  const checks = 'health_uri /readyz\n\t\thealth_interval 500ms\n\t\tlb_policy round_robin'
  writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https off\n}\n${url} {\n\treverse_proxy ${servers} {\n\t\t${checks}\n\t}\n}\n`,
  )
  const { stop } = await runProxy('caddy', { args: caddyArguments(file), home, isUp: answers(url) })
  return { url, takeOut: async () => {}, takeBack: async () => {}, stop }
}

/** nginx does not poll `/readyz`, so the configuration marks the stopped server as down. */
async function startNginx(home: string, ports: number[]): Promise<LoadBalancer> {
  const port = await freePort()
  const write = (out?: number) => {
    const servers = ports.map((each, index) => `server 127.0.0.1:${each}${index === out ? ' down' : ''};`)
    return nginxArguments(
      home,
      `map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream backline { ${servers.join(' ')} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    # A reload closes idle client connections, which is not what this test is about.
    keepalive_timeout 0;
    location / {
      proxy_pass http://backline;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_next_upstream off;
    }
  }`,
    )
  }
  const url = `http://127.0.0.1:${port}`
  const running = await runProxy('nginx', { args: write(), home, isUp: answers(url) })
  const reload = async (out?: number) => {
    write(out)
    running.reload()
    // Old nginx workers finish their requests and then send no new requests.
    await sleep(1000)
  }
  return { url, takeOut: reload, takeBack: () => reload(), stop: running.stop }
}

const cases = [
  { name: 'Caddy', start: startCaddy },
  { name: 'nginx', start: startNginx },
] as const

/**
 * Restarts each of two servers on one database while visitors read and book, and while desks wait for notifications.
 */
describe('a rolling release of two servers', () => {
  const site = siteWithPacksForTest()
  const closing: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    site.remove()
  })

  it.for(cases)('loses no request behind $name', async ({ name, start }) => {
    const test = await testDatabase()
    closing.push(() => test.close())
    const key = randomBytes(32).toString('base64')
    const ports = [await freePort(), await freePort()]
    const folder = join(site.folder, `../${name}`)
    mkdirSync(folder)
    const serve = async (index: number): Promise<Pick<LaunchedServer, 'child' | 'end'>> => {
      const server = launchServer(
        {
          DATABASE_URL: test.url,
          DATA_DIR: join(folder, String(index)),
          ENCRYPTION_KEY: key,
          PORT: String(ports[index]),
          READY_OFF_SECONDS: '3',
        },
        site.folder,
      )
      closing.push(() => server.child.kill('SIGKILL'))
      return whenReady(server)
    }
    const servers = [await serve(0), await serve(1)]
    const proxy = await start(folder, ports)
    closing.push(() => proxy.stop())

    const load = startLoad(proxy.url)
    await sleep(2000)
    for (const index of [0, 1]) {
      await proxy.takeOut(index)
      expect(await servers[index]?.end()).toBe(0)
      servers[index] = await serve(index)
      await proxy.takeBack()
      // The proxy needs time to notice that the server has returned.
      await sleep(2000)
    }
    await expect.poll(() => load.seen.pages).toBeGreaterThan(1000)
    await load.stop()
    const { bookings, sockets, goodbyes, failures } = load.seen
    expect(failures).toEqual([])
    // Each socket was closed at least once because its server stopped, and then connected to the other server.
    expect(goodbyes).toBeGreaterThanOrEqual(2)
    expect(sockets).toBeGreaterThanOrEqual(2 + goodbyes)
    const [stored] = await test.asOwner<{ count: number }>(
      'select count(*)::int as count from strategy_call_bookings where id = any ($1::uuid[])',
      [bookings],
    )
    expect(stored?.count).toBe(bookings.length)
    for (const server of servers) await server.end()
  })
})
