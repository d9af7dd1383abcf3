import { join } from 'node:path'
import { insertAccount } from '../tools/testing/account.ts'
import { bookingRow } from './rows.ts'
import { ask, embeddedAddress, key, send, withServer } from './servers.ts'
import { median, printReportLine, printResult, verdict } from './statistics.ts'

/** Auth requests and form submissions that contain an email address but need no session. */
const questions: Record<string, [path: string, content: object]> = {
  token: ['token?grant_type=password', { password: 'not these words' }],
  verify: ['verify', { type: 'email', token: '123456' }],
  recover: ['recover', {}],
  resend: ['resend', { type: 'signup' }],
}
const ownData: typeof questions = { 'your data': ['/your-data', {}] }

/**
 * Addresses with an account, and two control groups without one, which show how much response times vary on this
 * machine.
 */
const addressGroups = ['known', 'unknown', 'others'] as const

/**
 * The number of requests that send an email. Each request uses a new email address, because every address has a rate
 * limit.
 */
const mailed = 2

/**
 * The largest allowed difference between the medians. Without a minimum response time, the difference would be 7 to
 * 10%.
 */
const allowed = 0.05
/** Differences below this number of milliseconds cannot be measured over a network. */
const tenth = 0.1

/** Checks that response times do not reveal whether an email address belongs to an account or a booking. */
export async function printTimingLeaks(folder: string, isBrief: boolean): Promise<void> {
  const tries = isBrief ? 5 : 200
  const env = { DATA_DIR: join(folder, 'data') }
  const groups = Array.from({ length: mailed }, (_, group) =>
    Array.from({ length: tries }, (_, index) => `person-${group}-${index}@example.com`),
  )
  await withServer(env, async ({ url }) => {
    const address = embeddedAddress(env.DATA_DIR)
    for (const email of groups.flat()) {
      const account = { email, password: 'another row of words' }
      await insertAccount((sql, values) => ask(address, sql, values), account)
      await assertStatus(201, send(`${url}/rest/v1/strategy_call_bookings`, { ...bookingRow(), email }))
    }
  })
  printReportLine(
    `response times in ms for a known and an unknown address: medians of ${tries} each, in random ` +
      'order over one connection',
    'strangers',
  )
  await withServer(env, ({ url }) => compare(url, groups, 'has an account', questions))
  // The server accepts requests for a visitor's own data only if a mail server is configured. The configured mail
  // server does not have to exist.
  const withMail = { ...env, SMTP_URL: 'smtp://127.0.0.1:9' }
  await withServer(withMail, ({ url }) => compare(url, groups, 'wrote to us', ownData))
}

async function assertStatus(status: number, answer: Promise<number>): Promise<void> {
  if ((await answer) !== status) throw new Error(`A row was refused with ${await answer}`)
}

async function compare(url: string, groups: string[][], state: string, asked: typeof questions) {
  for (const [place, [name, [path, content]]] of Object.entries(asked).entries()) {
    const people = groups[place % mailed] ?? []
    const times = { known: [] as number[], unknown: [] as number[], others: [] as number[] }
    const statuses = new Set<number>()
    for (const [index, person] of people.entries()) {
      for (const crowd of addressGroups.toSorted(() => Math.random() - 0.5)) {
        const stranger = `${crowd}-${index}-${name}-${state}@example.com`.replaceAll(' ', '-')
        const email = crowd === 'known' ? person : stranger
        const start = performance.now()
        statuses.add(await question(url, path, email, content))
        times[crowd].push(performance.now() - start)
      }
    }
    if (statuses.size > 1) throw new Error(`${name} returned different statuses: ${[...statuses].join(', ')}`)
    const [known, unknown] = [median(times.known), median([...times.unknown, ...times.others])]
    const [ratio, noise] = [known / unknown, median(times.unknown) / median(times.others)]
    // If the control groups also differ from each other by more than the limit, the machine was too busy for a verdict.
    const judged = Math.abs(noise - 1) > allowed ? 'noise' : verdict(isAlike(known, unknown))
    printResult(
      `${state}: ${name} (${[...statuses].join()})`,
      `known ${known.toFixed(2)}, unknown ${unknown.toFixed(2)}, ratio ${ratio.toFixed(3)}, ` +
        `of the controls ${noise.toFixed(3)}  ${judged}`,
    )
  }
}

const isAlike = (known: number, unknown: number) =>
  Math.abs(known / unknown - 1) <= allowed || Math.abs(known - unknown) < tenth

async function question(url: string, path: string, email: string, content: object): Promise<number> {
  if (!path.startsWith('/')) return send(`${url}/auth/v1/${path}`, { email, ...content })
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { apikey: key, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email }),
  })
  await answer.arrayBuffer()
  return answer.status
}
