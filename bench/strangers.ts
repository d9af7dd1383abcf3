import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookingRow } from './booking-rows.ts'
import { key, startServer } from './contestants.ts'
import { startMailServer } from './mailbag.ts'
import { type Person, people } from './people.ts'
import { send } from './probe.ts'
import { median, verdict } from './statistics.ts'

/** A request that a stranger may make about an address. */
interface Question {
  name: string
  /** Below the auth service, unless it begins with a slash: then it is a form. */
  path: string
  content: object
}

/** The addresses: people with an account, and two control groups without, which show the machine's own noise. */
const crowds = ['known', 'unknown', 'others'] as const
type Crowd = (typeof crowds)[number]

const mails: Question[] = [
  { name: 'recover', path: 'recover', content: {} },
  { name: 'resend', path: 'resend', content: { type: 'signup' } },
  { name: 'otp', path: 'otp', content: { create_user: true } },
  { name: 'otp, accounts alone', path: 'otp', content: { create_user: false } },
  { name: 'magiclink', path: 'magiclink', content: {} },
]
const guesses: Question[] = [
  { name: 'token', path: 'token?grant_type=password', content: { password: 'not these words' } },
  { name: 'verify', path: 'verify', content: { type: 'email', token: '123456' } },
]
/** Whether we have anything of somebody who wrote to us. */
const ownData: Question = { name: 'your data', path: '/your-data', content: {} }
const signUp: Question = { name: 'signup', path: 'signup', content: { password: 'a long row of words' } }

/** The largest difference allowed between the medians; without a minimum time they are 7 to 10 % apart. */
const allowed = 0.05
/** Milliseconds that no stranger can tell over a network. */
const tenth = 0.1

/** Whether response times reveal that an address has an account, or that somebody wrote to us with it. */
export async function printStrangers(folder: string, isBrief: boolean): Promise<void> {
  const tries = isBrief ? 5 : 200
  const env = { DATA_DIR: join(folder, 'data') }
  const known = people(tries)
  await withServer({ ...env, AUTH_SIGN_UP: 'unconfirmed' }, (url) => enrol(url, known))
  console.log(
    `strangers     milliseconds until the answer about an address with an account and one without: medians of ${tries} ` +
      'each, in random order over one connection',
  )
  await withServer(env, (url) => compare(url, known, 'sign-up off', [...guesses, ...mails, signUp]))
  await withServer({ ...env, AUTH_SIGN_UP: 'on' }, (url) =>
    compare(url, known, 'sign-up on', [...guesses, ...mails, signUp]),
  )
  const mail = await startMailServer()
  try {
    await withServer({ ...env, SMTP_URL: mail.url }, async (url) => {
      await write(url, known)
      await compare(url, known, 'wrote to us', [ownData])
    })
  } finally {
    mail.stop()
  }
}

/** Each of them asks for a call, and then waits until the letters about that have left. */
async function write(url: string, known: readonly Person[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { apikey: key, 'content-type': 'application/json' }
  for (const { email } of known) {
    const body = JSON.stringify({ ...bookingRow(randomUUID()), email })
    const status = await send(agent, new URL('/rest/v1/strategy_call_bookings', url), headers, body)
    if (status !== 201) throw new Error(`A booking was refused: ${status}`)
  }
  agent.destroy()
  await sleep(5000)
}

async function withServer(env: Record<string, string>, work: (url: string) => Promise<void>): Promise<void> {
  const server = startServer(env)
  try {
    await server.start()
    await work(server.url)
  } finally {
    await server.stop()
  }
}

async function enrol(url: string, known: readonly Person[]): Promise<void> {
  const asker = open(url)
  for (const { email, password } of known) {
    const { status } = await asker.ask({ ...signUp, content: { password } }, email)
    if (status !== 200) throw new Error(`An account was refused: ${status}`)
  }
  asker.close()
}

async function compare(
  url: string,
  people: readonly Person[],
  state: string,
  questions: readonly Question[],
): Promise<void> {
  const asker = open(url)
  const row = (...cells: string[]) =>
    console.log(
      `              ${cells.map((cell, index) => (index === 0 ? cell.padEnd(22) : cell.padStart(10))).join('')}`,
    )
  row(state, 'known', 'unknown', 'ratio', 'noise', 'status', '')
  for (const question of questions) {
    // The server sends a mailbox at most one letter a second here.
    await sleep(1200)
    const times: Record<Crowd, number[]> = { known: [], unknown: [], others: [] }
    const statuses = new Set<string>()
    for (const [index, { email }] of people.entries()) {
      const heard: number[] = []
      for (const crowd of shuffled(crowds)) {
        const stranger = `${crowd}-${index}-${question.name.replace(/\W+/g, '-')}-${state.replace(/\W/g, '-')}@example.com`
        const { status, milliseconds } = await asker.ask(question, crowd === 'known' ? email : stranger)
        times[crowd].push(milliseconds)
        heard.push(status)
      }
      if (new Set(heard).size > 1) throw new Error(`${question.name} was answered ${heard.join(', ')}`)
      statuses.add(String(heard[0]))
    }
    const [known, unknown] = [median(times.known), median([...times.unknown, ...times.others])]
    const ratio = known / unknown
    const noise = median(times.unknown) / median(times.others)
    // If the two control groups differ as much, the machine was too busy for a verdict.
    const isQuiet = Math.abs(noise - 1) <= allowed
    row(
      question.name,
      known.toFixed(2),
      unknown.toFixed(2),
      ratio.toFixed(3),
      noise.toFixed(3),
      [...statuses].join(' '),
      isQuiet ? verdict(Math.abs(ratio - 1) <= allowed || Math.abs(known - unknown) < tenth) : 'noise',
    )
  }
  asker.close()
}

function open(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async ask({ path, content }: Question, email: string) {
      const isForm = path.startsWith('/')
      const body = isForm ? String(new URLSearchParams({ email })) : JSON.stringify({ email, ...content })
      const headers = {
        apikey: key,
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...(isForm && { 'sec-fetch-site': 'same-origin' }),
      }
      const start = performance.now()
      const status = await send(agent, new URL(isForm ? path : `/auth/v1/${path}`, url), headers, body)
      return { status, milliseconds: performance.now() - start }
    },
    close: () => agent.destroy(),
  }
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value)
}
