import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ownData } from '#content/own-data.ts'
import { message } from '#server/lib/db/rows-testing.ts'
import { visitorExportSchema } from '#shared/contract/team.ts'
import { ownDataForTest } from './testing.ts'

const on = await ownDataForTest()
afterAll(() => on.close())
afterEach(() => {
  on.time.ahead = 0
})

const inMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')

describe('the data page', () => {
  it('shows the visitor’s data in plain words, and logs the access', async () => {
    const { email, ids } = await on.known({ status: 'spam?', message: '<b>Loud</b>\nand clear' })
    await on.owner.run('insert into notes (booking_id, body) values ($1, $2)', [ids.booking, 'Rang twice'])
    const visit = randomUUID()
    await on.test.asOwner('update strategy_call_bookings set session_id = $1 where id = $2', [visit, ids.booking])
    await on.test.asOwner(
      `insert into user_interactions (id, session_id, event_type, event_data)
       values (gen_random_uuid(), $1, 'page_view', '{"view": "home"}')`,
      [visit],
    )
    const key = await on.keyFor(email)
    const { statusCode, body } = await on.post('/open', { key })
    expect(statusCode).toBe(200)
    for (const text of [
      email,
      ownData.states.suspect,
      ownData.shown.suspect,
      '&lt;b&gt;Loud&lt;/b&gt;\nand clear',
      'One\nTwo',
      'Rang twice',
      `${ownData.letterName}: sent`,
      ownData.shown.events.one(),
      ownData.done.booking_noted ?? '',
    ]) {
      expect(body).toContain(inMarkup(text).replaceAll('&amp;lt;', '&lt;').replaceAll('&amp;gt;', '&gt;'))
    }
    expect(body).not.toMatch(/\d [AP]M\b/)
    const american = { 'sec-fetch-site': 'same-origin', 'accept-language': 'en-US,en;q=0.9' }
    expect((await on.post('/open', { key }, american)).body).toMatch(/\d{1,2}:\d\d [AP]M\b/)
    expect(await on.logged('person_read', ids.message)).toEqual([{ actor: null, details: { by: 'visitor' } }])
  })

  it('offers the same export file as the desk', async () => {
    const { email, ids } = await on.known()
    const key = await on.keyFor(email)
    const answer = await on.post('/file', { key })
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[\w-]+-your-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    const theirs = v.parse(visitorExportSchema, answer.json())
    const [row] = await on.owner.run('select export_person($1) as person', [email])
    const { log: _, exported_at: __, ...rest } = answer.json<Record<string, unknown>>()
    const { log: ___, exported_at: ____, ...ours } = (row as { person: Record<string, unknown> }).person
    expect(rest).toEqual(ours)
    expect(theirs).toMatchObject({
      version: 1,
      email,
      bookings: [{ id: ids.booking }],
      messages: [{ id: ids.message }],
    })
    expect(await on.logged('person_exported', ids.message)).toEqual([
      { actor: null, details: { by: 'visitor', bookings: 1, messages: 1, interactions: 0 } },
      { actor: on.owner.id, details: { bookings: 1, messages: 1, interactions: 0 } },
    ])
  })

  it('shows only the visitor’s data, and nothing stored under a tagged version of the visitor’s email address', async () => {
    const mine = await on.known()
    const theirs = await on.known()
    const tagged = mine.email.replace('@', '+tag@')
    await on.write('contact_messages', message({ email: tagged, message: 'Tagged canary' }))
    const { body } = await on.post('/open', { key: await on.keyFor(mine.email.toUpperCase()) })
    expect(body).toContain(mine.email)
    expect(body).not.toContain('Tagged canary')
    expect(body).not.toContain(theirs.email)
  })
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
