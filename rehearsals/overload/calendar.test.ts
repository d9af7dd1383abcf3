import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { anew, publishableKey } from '#rehearsals/visitors.ts'
import { booking, hostForTest } from '#server/lib/db/rows-testing.ts'
import { emptyDatabase } from '#server/lib/db/testing.ts'
import { openSink } from '#server/lib/mail/testing.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The built server with its limits, on a database of its own with one host, who takes calls in the hours of an office. */
async function serving(sendsMail: boolean) {
  const test = await emptyDatabase()
  const sink = await openSink()
  const folder = mkdtempSync(join(tmpdir(), 'backline-calendar-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PORT: '0',
      DATABASE_URL: test.url,
      MIGRATION_URL: test.ownerUrl,
      DATA_DIR: folder,
      READY_OFF_SECONDS: '0',
      ...(sendsMail && { SMTP_URL: `smtp://127.0.0.1:${sink.port}?tls=off` }),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(child, 'exit')
  closing.push(
    () => test.close(),
    () => sink.close(),
    () => rmSync(folder, { recursive: true }),
    () => exit,
    () => child.kill('SIGTERM'),
  )
  const url = await new Promise<string>((resolve) => {
    let written = ''
    child.stdout.on('data', (chunk) => {
      written += chunk
      const [, address] = /^Backline is at (\S+)\n/m.exec(written) ?? []
      if (address) resolve(address)
    })
  })
  await hostForTest(test)
  await test.asOwner('update desk_settings set confirm_at_once = true')
  return { test, sink, url }
}

const asking = { apikey: publishableKey, 'content-type': 'application/json' }

/** All that is offered, as strangers hear it; each zone has an answer of its own, which is shared for some seconds. */
async function freeTimes(url: string, zone: string): Promise<string[]> {
  const ask = async (days: number, from_day?: string) => {
    const body = JSON.stringify({ days, zone, ...(from_day && { from_day }) })
    const answer = await fetch(`${url}/rest/v1/rpc/free_times`, { method: 'POST', headers: asking, body })
    return (await answer.json()) as { times: string[]; from_day: string }
  }
  const first = await ask(31)
  const next = new Date(Date.parse(first.from_day) + 31 * 86_400_000).toISOString().slice(0, 10)
  return [...first.times, ...(await ask(31, next)).times]
}

/** Five of each week, spread over it. */
function inEachWeek(times: readonly string[]): string[] {
  const weekOf = (time: string) => Math.floor((Date.parse(time) / 86_400_000 + 3) / 7)
  return [...new Set(times.map(weekOf))].flatMap((week) => {
    const own = times.filter((time) => weekOf(time) === week)
    return own.filter((_, at) => at % Math.ceil(own.length / 5) === 0)
  })
}

/** Posts as a person would whose mailbox nobody has; waits where it is told to. */
async function pick(url: string, preferred_time: string, localAddress: string): Promise<void> {
  for (;;) {
    const row = booking({
      id: randomUUID(),
      preferred_time,
      picked: true,
      email: `${randomUUID()}@made-up.example`,
      fill_seconds: 30,
      filled_by: 'person',
    })
    const { monthly_revenue: _, ...body } = row
    const answer = await anew(`${url}/rest/v1/strategy_call_bookings`, {
      method: 'POST',
      headers: { ...asking, prefer: 'return=minimal' },
      body: JSON.stringify(body),
      localAddress,
    } as RequestInit)
    if (answer.status === 201) return
    expect(answer.status).toBe(429)
    await sleep(Number(answer.headers.get('retry-after')) * 1000)
  }
}

it.each([
  ['one address', 1, true],
  ['forty-five addresses', 45, true],
  ['one address, without a mail server', 1, false],
  ['forty-five addresses, without a mail server', 45, false],
])(
  '45 picked times of made-up mailboxes from %s leave four fifths of what is free, and confirm nothing',
  async (from, addresses, sendsMail) => {
    const { test, sink, url } = await serving(sendsMail)
    const before = await freeTimes(url, 'UTC')
    const wanted = inEachWeek(before).slice(0, 45)
    const began = Date.now()
    for (const [at, time] of wanted.entries()) await pick(url, time, `127.0.0.${2 + (at % addresses)}`)
    const seconds = Math.round((Date.now() - began) / 1000)
    const after = await freeTimes(url, 'Etc/UTC')
    const [calls] = await test.asOwner<{ stored: number; confirmed: number }>(
      "select count(*)::int as stored, count(*) filter (where status = 'confirmed')::int as confirmed from strategy_call_bookings",
    )
    console.info(
      `from ${from}: ${wanted.length} picked in ${seconds} s; free ${before.length}, then ${after.length};`,
      `${calls?.confirmed} confirmed; ${sink.received.length} letters`,
    )
    expect(calls).toEqual({ stored: wanted.length, confirmed: 0 })
    expect(after.length).toBeGreaterThanOrEqual(before.length * 0.8)
  },
  600_000,
)
