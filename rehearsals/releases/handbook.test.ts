import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { FreshMachine } from '#rehearsals/fresh/machine.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { openSink } from '#server/lib/mail/testing.ts'
import { releaseVersion } from '#tools/release/manifest.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { type Certificate, fetchThroughProxy, makeCertificate, proxies, startProxy } from './reverse-proxy.ts'

/** The shell snippets on the handbook's installation page. */
const [install = '', commands = '', update = ''] = [
  ...readFileSync('docs/handbook/install.md', 'utf8').matchAll(/```sh\n(.*?)```/gs),
].map(([, block = '']) => block)
/** The line that defines the shell command `backline`. */
const [word = ''] = commands.split('\n')
const key = 'sb_publishable_visitors'
const archive = `backline-${releaseVersion()}.tar.gz`

describe('a fresh machine set up as the handbook describes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-fresh-'))
  const setup = { folder, certificate: {} as Certificate, port: 0, plainPort: 0, serverPort: 0 }
  let mail: Awaited<ReturnType<typeof openSink>>
  let settings = ''

  beforeAll(async () => {
    execFileSync('npm', ['run', 'release'], { stdio: 'pipe' })
    for (const name of ['port', 'plainPort', 'serverPort'] as const) setup[name] = await freePort()
    setup.certificate = makeCertificate(folder)
    mail = await openSink()
    settings = [
      `PUBLIC_URL=https://localhost:${setup.port}`,
      `PORT=${setup.serverPort}`,
      `SMTP_URL=smtp://127.0.0.1:${mail.port}`,
      'BACKUP_PASSPHRASE=seven ducks on a pond in the rain',
    ].join('\n')
  })
  afterAll(async () => {
    await mail.close()
    rmSync(folder, { recursive: true })
  })

  /** Follows the handbook's installation page, and appends settings that override those in its example. */
  async function installed(changes: [string, string][] = []): Promise<FreshMachine> {
    const machine = new FreshMachine()
    await machine.boot()
    for (const file of [archive, `${archive}.sha256`]) {
      copyFileSync(join('dist/release', file), join(machine.root, 'root', file))
    }
    const script = changes.reduce((text, [from, to]) => text.replace(from, to), install)
    machine.run(script.replace(/^END$/m, `${settings}\nEND`))
    return machine
  }
  const server = `http://127.0.0.1:`
  const isReady = () =>
    fetch(`${server}${setup.serverPort}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  const clientOf = () =>
    createClient(`${server}${setup.serverPort}`, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    })

  it('serves the site behind Caddy and nginx, keeps two-step verification after a restore, and sends no email twice', async () => {
    const first = await installed()
    const person = { email: 'olga@example.com', password: 'seven ducks on a pond' }
    let secret = ''
    try {
      await expect.poll(isReady).toBe(200)
      const log = () => first.run('journalctl -u backline -o cat')
      await expect.poll(log).toContain('/account/owner?token=')
      expect(first.run(commands)).toMatch(/account\/owner\?token=[\s\S]*Invited as agent/)
      for (const proxy of proxies) {
        const running = await startProxy(proxy, setup)
        const headers = { apikey: key, 'content-type': 'application/json' }
        const body = JSON.stringify(booking({ company: `By ${proxy}`, email: `${proxy}@example.com` }))
        const stored = await fetchThroughProxy(
          setup,
          '/rest/v1/strategy_call_bookings',
          { method: 'POST', headers },
          body,
        )
        expect([proxy, stored.status]).toEqual([proxy, 201])
        await running.stop()
      }

      const invited = first.run(`${word}\nbackline auth invite ${person.email} owner`)
      const link = new URL(/http\S+\/account\/confirm\S+/.exec(invited)?.[0] ?? '')
      link.searchParams.set('password', person.password)
      const accepted = await fetch(`${server}${setup.serverPort}/account/confirm`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: link.searchParams,
      })
      expect(accepted.status).toBe(303)
      const client = clientOf()
      await client.auth.signInWithPassword(person)
      const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
      if (!factor) throw new Error('No factor was enrolled.')
      secret = factor.totp.secret
      const code = new TOTP({ secret }).generate()
      expect((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()

      // Both visitors have received an email, and no email is pending.
      await expect.poll(() => visitors().sort()).toEqual(['caddy', 'nginx'])
      first.run(`${word}\nbackline backup /var/lib/backline/saved.zip`)
      copyFileSync(join(first.root, 'var/lib/backline/saved.zip'), join(folder, 'saved.zip'))
    } finally {
      await first.throwAway()
    }

    const second = await installed([['enable --now', 'enable']])
    try {
      copyFileSync(join(folder, 'saved.zip'), join(second.root, 'root/saved.zip'))
      second.run('install -o backline saved.zip /var/lib/backline/saved.zip')
      second.run(`${word}\nbackline restore /var/lib/backline/saved.zip`)
      // Runs the update commands, although the release is the same and the service was not running.
      second.run(update)
      await expect.poll(isReady).toBe(200)
      const client = clientOf()
      expect((await client.auth.signInWithPassword(person)).error).toBeNull()
      const { data: factors } = await client.auth.mfa.listFactors()
      const factorId = factors?.totp[0]?.id ?? ''
      // The next code is used, because the current code may already have been used.
      const code = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
      expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
      const { data: rows } = await client.from('strategy_call_bookings').select('company').order('company')
      expect(rows).toEqual([{ company: 'By caddy' }, { company: 'By nginx' }])
      // Gives the worker enough time to check the outbox several times.
      await new Promise((over) => setTimeout(over, 10_000))
      expect(visitors().sort()).toEqual(['caddy', 'nginx'])
    } finally {
      await second.throwAway()
    }
  })

  /** Maps each email to the visitor who received it. */
  function visitors(): string[] {
    const people = mail.received.flatMap(({ to }) => to)
    return people.flatMap((address) => /^(caddy|nginx)@example\.com$/.exec(address)?.[1] ?? [])
  }
})
