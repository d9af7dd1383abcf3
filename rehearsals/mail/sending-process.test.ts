import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { compileProgram } from '#server/lib/shared-test-resources.ts'

const sendingProgram = await compileProgram(new URL('./sending-process.ts', import.meta.url))
const bookings = 1000
const team = 'team@desk.example'

/** An email that the test's mail server accepted, even if the sender did not receive the response. */
interface AcceptedEmail {
  id: string
  to: string
  by: SenderProcess
}

/** A sending process with its own mail server. */
interface SenderProcess {
  child: ChildProcess
  door: SMTPServer
  lines: string[]
  isKilled: boolean
  /** Emails that had not been recorded as sent when the process was killed. */
  open: ReadonlySet<string>
}

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  // Without this setting, the team would also get a digest during working hours.
  await test.asOwner('update desk_settings set daily_digest = false, answer_mailboxes = $1', [[team]])
})
afterAll(() => test.close())

/** Reproducible random numbers (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const refusal = (responseCode: number) => Object.assign(new Error('not now'), { responseCode })

it('sends every email for a thousand bookings, and repeats an email only if the sending process was killed before recording it as sent', async () => {
  const roll = seededRandom(6)
  const taken: AcceptedEmail[] = []
  const senders = new Set<SenderProcess>()
  const tally: Record<string, number> = {}
  const happens = (what: string, chance: number) => {
    const happened = roll() < chance
    if (happened) tally[what] = (tally[what] ?? 0) + 1
    return happened
  }
  /**
   * Kills a process when the mail server has accepted this many emails. For the numbers in the first list, the mail
   * server does not respond before the process is killed.
   */
  const killsAtTaking = [200, 900, 1500]
  const killsBetween = [500, 1200]

  async function start(): Promise<SenderProcess> {
    const sender: SenderProcess = { isKilled: false, open: new Set(), lines: [] } as never
    const door = new SMTPServer({
      authOptional: true,
      logger: false,
      closeTimeout: 100,
      onConnect(_session, done) {
        if (happens('stalls on connection', 0.02)) return
        done(happens('refuses the connection', 0.03) ? refusal(421) : null)
      },
      onRcptTo(_address, session, done) {
        if (happens('disconnects in the envelope', 0.01)) return drop(session.id)
        if (happens('stalls in the envelope', 0.003)) return
        done(happens('refuses the recipient', 0.03) ? refusal(451) : null)
      },
      onData: (stream, session, done) => callbackify(take)(stream, session, done),
    })
    const drop = (session: string) => {
      for (const connection of door.connections) if (connection.session.id === session) connection.close()
    }
    const forEver = () => new Promise<void>(() => undefined)
    async function take(stream: Readable, { id: session, envelope }: SMTPServerSession): Promise<void> {
      if (happens('disconnects within the email', 0.01)) {
        stream.once('data', () => drop(session))
        return forEver()
      }
      const text = (await buffer(stream)).toString()
      if (happens('disconnects after the email', 0.01)) {
        drop(session)
        return forEver()
      }
      const isEarly = taken.length < bookings
      if (isEarly && happens('stalls after the email', 0.002)) return forEver()
      if (happens('refuses the email', 0.02)) throw refusal(452)
      // These delays exceed the time that an attempt may take before its last byte, and the duration of a lease that is
      // not renewed.
      if (happens('answers slowly', 0.01)) await sleep(1500)
      if (isEarly && happens('answers very slowly', 0.005)) await sleep(6000)
      const id = /^Message-ID: <([^@]+)@/m.exec(text)?.[1] ?? ''
      taken.push({ id, to: envelope.rcptTo.map(({ address }) => address).join(), by: sender })
      if (sender.isKilled) return
      if (taken.length >= (killsAtTaking[0] ?? Infinity)) {
        killsAtTaking.shift()
        await kill(sender)
      } else if (taken.length >= (killsBetween[0] ?? Infinity)) {
        killsBetween.shift()
        void kill(sender)
      }
    }
    door.on('error', () => undefined)
    door.listen(0, '127.0.0.1')
    await once(door.server, 'listening')
    const { port } = door.server.address() as AddressInfo
    const child = spawn(process.execPath, [sendingProgram, test.url, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => sender.lines.push(...text.trim().split('\n')))
    senders.add(Object.assign(sender, { door, child }))
    return sender
  }

  /** Kills a process and starts another process. */
  async function kill(sender: SenderProcess): Promise<void> {
    sender.isKilled = true
    sender.child.kill('SIGKILL')
    await once(sender.child, 'exit')
    const rows = await test.asOwner<{ id: string }>("select id from outbox where state = 'sending'")
    sender.open = new Set(rows.map(({ id }) => id))
    await start()
  }

  const visit = async (count: number) => {
    for (let number = 0; number < count; number++) {
      const id = randomUUID()
      const row = booking({ id, email: `${id}@visitor.example` })
      await test.database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', row)))
      // The emails are backdated, because a team mailbox receives at most 100 emails an hour.
      await test.asOwner("update outbox set created_at = created_at - interval '2 hours' where booking_id = $1", [id])
    }
  }
  const since = Date.now()
  await Promise.all([start(), start(), start(), ...Array.from({ length: 8 }, () => visit(bookings / 8))])
  const left = async () =>
    (await test.asOwner<{ left: number }>("select count(*)::int as left from outbox where state <> 'sent'"))[0]?.left
  await expect.poll(left, { interval: 200 }).toBe(0)
  const seconds = (Date.now() - since) / 1000

  const alive = [...senders].filter(({ isKilled }) => !isKilled)
  const ended = Promise.all(alive.map(({ child }) => once(child, 'exit')))
  for (const { child } of alive) child.kill('SIGTERM')
  await ended
  for (const { door } of senders) door.close()

  // No email is missing, and every email has the right recipient.
  const rows = await test.asOwner<{ id: string; to: string; attempts: number }>(
    "select id, coalesce(recipient, booking_id || '@visitor.example') as to, attempts from outbox",
  )
  expect(rows).toHaveLength(bookings * 2)
  const recipients = new Map(rows.map(({ id, to }) => [id, to]))
  expect(new Set(recipients.values()).size).toBe(bookings + 1)
  expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(recipients.keys()))
  expect(taken.filter(({ id, to }) => recipients.get(id) !== to)).toEqual([])

  expect([...senders].flatMap(({ lines }) => lines).filter((line) => line.includes('@'))).toEqual([])

  // An email may be sent again if the process that sent it was killed before it recorded the email as sent. The
  // mail server may have accepted the first copy later, because the mail server does not notice the disconnect.
  const excused = ({ id, by }: AcceptedEmail) => by.isKilled && by.open.has(id)
  const others = taken.filter((each) => !excused(each))
  const last = new Map(others.map((each) => [each.id, each]))
  const unexplained = others.filter((each) => last.get(each.id) !== each)
  const copies = taken.length - rows.length
  const tries = rows.reduce((sum, { attempts }) => sum + attempts, 0)
  const killed = [...senders].filter(({ isKilled }) => isKilled).length
  const counted = { letters: rows.length, taken: taken.length, copies, tries, killed, seconds }
  console.info(JSON.stringify({ ...counted, ...tally }))
  expect(unexplained).toEqual([])
  expect(killed).toBe(5)
  expect(copies).toBeGreaterThan(0)
})
