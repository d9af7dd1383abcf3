import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseError, type Role } from '#server/lib/db/database.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { testEach } from '#shared/lib/testing.ts'

const page = 'https://backline.example/'

/** A landing page and a referrer with the expected source, campaign and first view. */
const origins: [landing_page: unknown, referrer: unknown, source: string, ...(string | null)[]][] = [
  [null, null, 'site', null, null],
  [' \n', 'https://news.example', 'site', null, null],
  [page, null, 'direct', null, 'home'],
  [`${page}?view=services`, 'https://backline.example/', 'direct', null, 'services'],
  [`https://www.backline.example/`, 'https://backline.example/', 'direct', null, 'home'],
  [page, 'https://www.News.example:8443/', 'news.example', null, 'home'],
  [page, 'https://ada:x@[2001:db8::1]:80/', '[2001:db8::1]', null, 'home'],
  [page, 'nowhere', 'direct', null, 'home'],
  [
    `${page}?utm_source=News+Letter&utm_campaign=Fr%C3%BChling%20%F0%9F%98%80`,
    'https://mail.example/',
    'news letter',
    'Frühling 😀',
    'home',
  ],
  [
    `${page}?view=a%00b&utm_source=%20&utm_campaign=50%+%c3%28%&x=1#?utm_source=late`,
    null,
    'direct',
    '50% %c3(%',
    'home',
  ],
  [`${page}?utm_source=${'s'.repeat(120)}&utm_source=t&not_utm_campaign=x`, null, 's'.repeat(100), null, 'home'],
]

const test = await testDatabase()
afterAll(() => test.close())

describe('the database', () => {
  const attempt = (role: Role, claims: object, table: string, row: Record<string, unknown>) =>
    test.database
      .transaction(role, { ...claims }, (tx) => tx.query(...insertion(table, row)))
      .then(
        () => null,
        (error: unknown) => (isDatabaseError(error) ? (error.constraint ?? error.code) : error),
      )

  describe.each([
    { table: 'strategy_call_bookings', row: booking },
    { table: 'contact_messages', row: message },
  ])('for a row of $table', ({ table, row }) => {
    const store = async (change: object, role: Role = 'anon') => {
      const company = crypto.randomUUID()
      expect(await attempt(role, {}, table, row({ ...change, company }))).toBe(null)
      const [stored] = await test.asOwner<Record<string, unknown>>(`select * from ${table} where company = $1`, [
        company,
      ])
      return stored
    }

    it(
      'derives the origin of the visit from the landing page and the referrer',
      testEach(origins, async (landing_page, referrer, source, campaign, first_view) => {
        expect(await store({ landing_page, referrer })).toMatchObject({ source, campaign, first_view })
      }),
    )

    it('stores the id of the visit, and trims the URLs of the landing page and the referrer', async () => {
      const session_id = crypto.randomUUID()
      const told = { session_id, landing_page: `\t${page} `, referrer: '' }
      expect(await store(told)).toMatchObject({ session_id, landing_page: page, referrer: null })
    })

    it('stores no origin that a visitor sends, even if a grant was widened by mistake', async () => {
      const made = { source: 'x', campaign: 'x', first_view: 'x' }
      for (const [column, value] of Object.entries(made)) {
        expect(await attempt('anon', {}, table, row({ [column]: value }))).toBe('42501')
      }
      const kept = { ...made, landing_page: page }
      expect(await store(kept, 'service_role'), 'restored values are kept').toMatchObject(kept)
      await test.asOwner(`grant insert on ${table} to anon`)
      expect(await store(made)).toMatchObject({ source: 'site', campaign: null, first_view: null })
    })
  })

  it('decodes malformed percent-encoding from visitors without an error', async () => {
    const parts = fc.constantFrom('%', '%%', '%2z', '%c3', '%e0', '%ed', '%f4', '%8f', '%A0', '%41', '%00', '9')
    const sent = fc.sample(fc.array(parts, { maxLength: 8 }), { numRuns: 3000, seed: 1 })
    const [read] = await test.asOwner<{ count: number }>(
      'select count(private.percent_decoded(sent))::int as count from unnest($1::text[]) sent',
      [sent.map((all) => all.join(''))],
    )
    expect(read).toEqual({ count: 3000 })
  })

  it('decodes percent-encoded text in a URL exactly as a browser does if the result is printable', async () => {
    const sent = fc.sample(fc.string({ unit: 'binary', maxLength: 12 }), { numRuns: 500, seed: 1 })
    const printable = sent.filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))
    const read = await test.asOwner<{ text: string }>(
      'select private.percent_decoded(sent) as text from unnest($1::text[]) with ordinality _ (sent, place) order by place',
      [printable.map((text) => new URLSearchParams({ text }).toString().slice(5))],
    )
    expect(read.map(({ text }) => text)).toEqual(printable)
  })

  it('accepts a visitor key only from the server', async () => {
    const event = { session_id: crypto.randomUUID(), event_type: 'page_view', visitor_key: '-7' }
    const insert = (claims: object, row: Record<string, unknown>) => attempt('anon', claims, 'user_interactions', row)
    for (const claims of [{}, { role: 'anon' }, { role: 'anon', iss: 'supabase' }]) {
      expect(await insert(claims, event)).toBe('42501')
      expect(await insert(claims, { ...event, visitor_key: null })).toBe(null)
    }
    expect(await insert({ role: 'anon', iss: 'our server' }, event)).toBe(null)
  })
})
