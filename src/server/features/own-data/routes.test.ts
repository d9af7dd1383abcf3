import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ownData } from '#content/own-data.ts'
import { erasedSentence } from '#plain/own-data.tsx'
import { message } from '#server/lib/db/rows-testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { ownDataForTest } from './testing.ts'

const on = await ownDataForTest()
afterAll(() => on.close())
afterEach(() => {
  on.time.ahead = 0
})

const hour = 3_600_000

describe('a data link request that the database refuses', () => {
  // Simulates a full disk: the database refuses the write.
  const refuse = async () => {
    await on.test.asOwner(
      `create function full_disk() returns trigger language plpgsql as
         $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$`,
    )
    await on.test.asOwner('create trigger full_disk before insert on outbox execute function full_disk()')
  }
  afterEach(() => on.test.asOwner('drop function if exists full_disk() cascade'))

  it('gets the same response and retry time for every email address, and does not count toward the rate limits', async () => {
    const { email } = await on.known()
    await refuse()
    const answers = [await on.ask(email), await on.ask(`nobody.${randomUUID()}@example.com`)]
    for (const { statusCode, headers, body } of answers) {
      expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store'])
      expect(body).toContain(ownData.failed.title)
    }
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    await on.test.asOwner('drop function full_disk() cascade')
    expect(await on.keyFor(email)).not.toBe('')
  })

  it('gets a 500 response without Retry-After if the database error is permanent', async () => {
    await on.test.asOwner('alter function private.request_own_data(text, text, timestamptz) rename to away')
    try {
      const { statusCode, headers, body } = await on.ask('pia@example.com')
      expect([statusCode, headers['retry-after'], body.includes(ownData.failed.title)]).toEqual([500, undefined, true])
    } finally {
      await on.test.asOwner('alter function private.away(text, text, timestamptz) rename to request_own_data')
    }
  })
})

describe('the link to a visitor’s data', () => {
  it('[P4] shows and changes nothing until the visitor presses the button', async () => {
    const { email } = await on.known()
    const key = await on.keyFor(email)
    const before = await on.everything()
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers, body } = await on.app.inject({ method, url: `/your-data?key=${key}` })
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
      })
      expect(body).not.toContain(email)
    }
    for (const step of ['open', 'file', 'erase']) {
      const { statusCode, headers } = await on.visit(`/${step}?key=${key}`)
      expect([step, statusCode, headers.location]).toEqual([step, 303, '/your-data'])
    }
    expect(await on.everything()).toEqual(before)
  })

  it('is stored as a hash, and is valid for an hour', async () => {
    const { email } = await on.known()
    const key = await on.keyFor(email)
    const stored = await on.test.asOwner<{ row: string }>('select l::text as row from private.data_links l')
    expect(stored.some(({ row }) => row.includes(email))).toBe(true)
    expect(JSON.stringify(stored)).not.toContain(key)
    on.time.ahead = hour - 60_000
    expect((await on.visit(`?key=${key}`)).statusCode).toBe(200)
    on.time.ahead = hour + 60_000
    for (const answer of [
      await on.visit(`?key=${key}`),
      await on.post('/open', { key }),
      await on.post('/file', { key }),
      await on.post('/erase', { key, sure: 'yes' }),
    ]) {
      expect([answer.statusCode, answer.body.includes(ownData.broken.title)]).toEqual([404, true])
    }
    await on.test.asOwner('select private.erase_expired_people($1)', [new Date(Date.now() + 2 * hour)])
    expect(await on.test.asOwner('select 1 from private.data_links where address = $1', [email])).toEqual([])
  })

  it('is removed from the email queue, together with the email address, if the email is not sent within an hour', async () => {
    await on.ask(`nobody.${randomUUID()}@example.com`)
    const waiting = () => on.test.asOwner("select from outbox where kind = 'own-data' and sealed is not null")
    await on.test.asOwner('select private.erase_expired_people($1)', [new Date(Date.now() + hour - 60_000)])
    expect(await waiting()).not.toEqual([])
    await on.test.asOwner('select private.erase_expired_people($1)', [new Date(Date.now() + hour + 60_000)])
    expect(await waiting()).toEqual([])
  })

  it(
    'gives no access to the data if the token is invalid',
    testEach(
      [
        ['cut', (key: string) => key.slice(0, -1)],
        ['changed', (key: string) => `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`],
        ['with other characters', () => '%27'],
        ['empty', () => ''],
      ],
      async (_, spoil) => {
        const { email } = await on.known()
        const key = spoil(await on.keyFor(email))
        for (const answer of [
          await on.visit(`?key=${key}`),
          await on.post('/open', { key }),
          await on.post('/file', { key }),
          await on.post('/erase', { key, sure: 'yes' }),
        ]) {
          expect([answer.statusCode, answer.body.includes(email)]).toEqual([404, false])
        }
      },
    ),
  )

  it('is refused if the request comes from another site', async () => {
    const headers = { origin: 'https://evil.example' }
    const { email } = await on.known()
    const key = await on.keyFor(email)
    const before = await on.everything()
    for (const step of ['', '/open', '/file', '/erase'] as const) {
      const answer = await on.post(step, { key, email, sure: 'yes' }, headers)
      expect([answer.statusCode, answer.body.includes(email)]).toEqual([403, false])
    }
    expect(await on.everything()).toEqual(before)
  })
})

describe('erasure of a visitor’s data', () => {
  const erase = (key: string) => on.post('/erase', { key, sure: 'yes' })

  it('requires confirmation', async () => {
    const { email } = await on.known()
    const key = await on.keyFor(email)
    const answer = await on.post('/erase', { key })
    expect([answer.statusCode, answer.body.includes(ownData.erase.unsure)]).toEqual([422, true])
    expect((await on.post('/open', { key })).statusCode).toBe(200)
  })

  it('[P4] deletes all data, confirms the deletion, and leaves no name in the audit log', async () => {
    const { email, ids } = await on.known()
    const other = randomUUID()
    await on.write('contact_messages', message({ id: other, email: 'friend@example.com', message: `Ask ${email}` }))
    const key = await on.keyFor(email)
    const { statusCode, body, raw } = await erase(key)
    expect(raw.req.method).toBe('GET')
    expect([statusCode, body.includes(erasedSentence({ bookings: 1, messages: 1, interactions: 0 }))]).toEqual([
      200,
      true,
    ])
    expect(await on.test.asOwner('select 1 from strategy_call_bookings where id = $1', [ids.booking])).toEqual([])
    expect(
      await on.test.asOwner('select 1 from outbox where message_id = $1 or booking_id = $2', [
        ids.message,
        ids.booking,
      ]),
    ).toEqual([])
    const entries = await on.logged('person_erased', ids.message)
    expect(entries).toEqual([
      {
        actor: null,
        details: {
          by: 'visitor',
          bookings: 1,
          messages: 1,
          interactions: 0,
          account: 'none',
          mentions: [other],
        },
      },
    ])
    const links = await on.test.asOwner<{ row: string }>('select l::text as row from private.data_links l')
    expect(JSON.stringify(links)).not.toContain(email)
  })

  it('[P4] invalidates every link to the data, and explains the reason to a visitor who opens an old link', async () => {
    const { email, ids } = await on.known()
    const first = await on.keyFor(email)
    on.time.ahead = 20 * 60_000
    const second = await on.keyFor(email)
    // Requests from two tabs and two links arrive at the same time, and only one of them erases the data.
    const answers = await Promise.all([erase(first), erase(second), erase(first)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
    for (const answer of [
      await on.visit(`?key=${second}`),
      await on.post('/open', { key: first }),
      await on.post('/file', { key: first }),
      await erase(second),
    ]) {
      expect([answer.statusCode, answer.body.includes(ownData.over.title)]).toEqual([410, true])
    }
    expect(await on.logged('person_erased', ids.message)).toHaveLength(1)
  })

  it('invalidates every link to the data even if an owner requests the erasure', async () => {
    const { email } = await on.known()
    const key = await on.keyFor(email)
    await on.owner.run('select erase_person($1)', [email])
    expect((await on.post('/open', { key })).statusCode).toBe(410)
  })

  it('cancels the visitor’s call, and notifies the team, even if the call starts in ten minutes', async () => {
    const starts = Date.now() + 10 * 60_000
    const { email, ids } = await on.known()
    await on.test.asOwner("update desk_settings set answer_mailboxes = '{team@example.com}'")
    await on.test.asOwner(
      "update strategy_call_bookings set status = 'confirmed', confirmed = tstzrange($1, $2) where id = $3",
      [new Date(starts), new Date(starts + hour / 2), ids.booking],
    )
    await on.test.asOwner("update outbox set state = 'sent', sent_as = 'team-call-confirmed' where kind = 'team-call'")
    const key = await on.keyFor(email)
    const { body } = await on.post('/open', { key })
    expect(body).toMatch(/Your call at .* is cancelled/)
    expect(body).toMatch(/Your call begins in \d+ minutes/)
    expect((await erase(key)).statusCode).toBe(200)
    expect(
      await on.test.asOwner(
        "select recipient from outbox where kind = 'team-call-erased' and facts ->> 'booking' = $1",
        [ids.booking],
      ),
    ).toEqual([{ recipient: 'team@example.com' }])
  })

  it('keeps a member’s account, and the page and the export announce this in advance', async () => {
    const [account] = await on.test.asOwner<{ email: string }>('select email from auth.users where id = $1', [
      on.owner.id,
    ])
    const email = account?.email ?? ''
    const key = await on.keyFor(email)
    const shown = await on.post('/open', { key })
    expect(shown.body).toContain(ownData.shown.accountKept)
    expect(shown.body).toContain(ownData.erase.kept)
    const file = (await on.post('/file', { key })).json<{ account: Record<string, unknown> }>()
    expect(Object.keys(file.account).toSorted()).toEqual([
      'created_at',
      'email',
      'id',
      'invited_at',
      'is_kept',
      'role',
      'user_metadata',
    ])
    const gone = await erase(key)
    expect(gone.body).toContain(ownData.erased.account.kept)
    expect(await on.test.asOwner('select 1 from auth.users where id = $1', [on.owner.id])).toHaveLength(1)
  })
})
