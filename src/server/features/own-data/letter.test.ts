import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ownData } from '#content/own-data.ts'
import { ownDataForTest } from './testing.ts'

const on = await ownDataForTest()
afterAll(() => on.close())
afterEach(() => {
  on.time.ahead = 0
})

const hour = 3_600_000

const waiting = () => on.test.asOwner("select 1 from outbox where kind = 'own-data' and state = 'waiting'")

describe('a request for a link to a visitor’s data', () => {
  it('gets its response after a fixed time, regardless of how long the work takes', async () => {
    let end = () => {}
    const time = new Promise<void>((resolve) => (end = resolve))
    const slow = await ownDataForTest({ pause: () => time })
    let isAnswered = false
    const asking = slow.ask('pia@example.com').finally(() => (isAnswered = true))
    await expect.poll(() => slow.test.asOwner("select 1 from outbox where kind = 'own-data'")).toHaveLength(1)
    // Without the fixed wait, the response would have arrived by now.
    for (let turn = 0; turn < 3; turn++) await slow.visit()
    expect(isAnswered).toBe(false)
    end()
    expect((await asking).statusCode).toBe(200)
    await slow.close()
  })

  it('[P4] gets the same response for known and unknown email addresses', async () => {
    const { email } = await on.known()
    const answers = [await on.ask(email), await on.ask(`nobody.${randomUUID()}@example.com`)]
    const [one, other] = answers.map(({ statusCode, headers, body }) => ({
      statusCode,
      body,
      headers: { ...headers, date: null },
    }))
    expect(one).toEqual(other)
    expect([one?.statusCode, one?.body.includes(ownData.asked.title)]).toEqual([200, true])
    expect(on.pauses.slice(-2)).toEqual([25, 25])
    expect(await waiting()).toHaveLength(2)
    // The outbox must not reveal the email addresses for which links are requested.
    const rows = await on.test.asOwner<{ row: string }>("select o::text as row from outbox o where kind = 'own-data'")
    expect(rows.filter(({ row }) => row.includes('@'))).toEqual([])
    const before = on.letters.length
    expect((await on.deliver()).toSorted()).toEqual(['dropped', 'sent'])
    expect(on.letters.slice(before).map(({ to }) => to)).toEqual([email])
    // A request for an unknown email address leaves no row behind.
    expect(await on.test.asOwner("select state from outbox where kind = 'own-data' and booking_id is null")).toEqual([])
  })

  it('[P4] triggers no email if any spelling of the email address received one in the last 15 minutes or four in the last day', async () => {
    const { email } = await on.known()
    const [name, host] = email.split('@')
    const before = on.letters.length
    for (let minutes = 0; minutes < 150; minutes += 5) {
      on.time.ahead = minutes * 60_000
      expect((await on.ask(minutes % 10 ? email.toUpperCase() : email)).statusCode).toBe(200)
      expect((await on.ask(`${name}+${minutes}@${host}`)).statusCode).toBe(200)
      await on.deliver()
    }
    expect(on.letters.length - before).toBe(4)
    on.time.ahead = 25 * hour
    await on.ask(email)
    await on.deliver()
    expect(on.letters.length - before).toBe(5)
  })

  it('is refused if the email address is invalid', async () => {
    for (const email of ['', 'not an address', 'a@b.c\r\nBcc: x@y.z', 'a@example.com,b@example.com']) {
      const answer = await on.ask(email)
      expect([email, answer.statusCode, answer.body.includes(ownData.ask.refused)]).toEqual([email, 422, true])
    }
    expect(await waiting()).toEqual([])
  })

  it('sends an email that contains no text from the visitor’s earlier forms', async () => {
    const { email } = await on.known({ name: 'Pia Canary', company: 'Canary' })
    await on.keyFor(email)
    const letter = on.letters.at(-1)
    expect(letter).toMatchObject({ kind: 'own-data', to: email, replyTo: 'partners@site.example' })
    expect(`${letter?.text}${letter?.html}${letter?.subject}`).not.toContain('Canary')
  })
})

it('shows a contact email address instead of the form on the data page if the server cannot send email', async () => {
  const off = await ownDataForTest({ sendsMail: false })
  const page = await off.visit()
  expect([page.statusCode, page.body.includes(ownData.noMail.text), page.body.includes('<form')]).toEqual([
    200,
    true,
    false,
  ])
  expect((await off.ask('ada@example.com')).statusCode).toBe(503)
  expect(await off.test.asOwner('select 1 from outbox')).toEqual([])
  await off.close()
})
