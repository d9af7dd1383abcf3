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
