import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bookingFields, booking as bookingWords } from '#content/booking.ts'
import { contact, messageFields } from '#content/contact.ts'
import { bookingRefusals } from '#content/form-refusals.ts'
import { forms } from '#content/forms.ts'
import { plainPage } from '#server/features/pages/testing.ts'
import { postForm, sameOrigin } from '#server/lib/http/testing.ts'
import { formsForTest, typedForms, withoutPageKey } from './testing.ts'

const room = await formsForTest()
const { test, now, app, appWith, post } = room
afterAll(() => room.close())
beforeEach(async () => void (await room.empty()))

const { booking, message } = typedForms
const bookings = () => test.asOwner('select * from strategy_call_bookings')

describe('the booking form without JavaScript', () => {
  it('stores a booking and shows its reference and time', async () => {
    const answer = await post('booking', booking)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': plainPage.csp,
    })
    const [row] = await bookings()
    expect(row).toMatchObject({
      name: booking.name,
      time_zone: 'Africa/Johannesburg',
      preferred_time: new Date('2027-07-01T12:00:00Z'),
      message: booking.message,
    })
    expect(answer.body).toContain(`<h1>${forms.bookingReceived.title}</h1>`)
    expect(answer.body).toContain(String(row?.id).slice(0, 8).toUpperCase())
    expect(answer.body).toContain('Thursday 1 July 2027, 14:00 (Johannesburg time, UTC+2)')
    const renamed = await post('booking', { ...booking, time_zone: 'Asia/Katmandu' })
    expect(renamed.body).toContain('14:00 (Kathmandu time, UTC+5:45)')
  })

  it('redirects to a receipt whose URL can be reloaded and contains no readable text', async () => {
    const answer = await postForm(app, '/forms/booking', booking)
    const location = String(answer.headers.location)
    expect([answer.statusCode, location]).toEqual([
      303,
      expect.stringMatching(/^\/forms\/booking\/received\?shown=[\w.-]+$/),
    ])
    const [first, reloaded] = [await app.inject({ url: location }), await app.inject({ url: location })]
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
    expect(first.body).toContain('/?call=')
    expect(reloaded.body).toBe(first.body)
    expect(await bookings()).toHaveLength(1)
    for (const other of [location.slice(0, -1), location.replace('booking', 'message'), '/forms/booking/received'])
      expect((await app.inject({ url: other })).headers.location).toMatch(/^\/forms\/(booking|message)$/)
  })

  it('shows times in UTC if no time zone is sent, and formats them for the preferred language', async () => {
    const american = { ...sameOrigin, 'accept-language': 'en-US,en;q=0.9' }
    const answer = await post('booking', { ...booking, time_zone: '' }, american)
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('Thursday, July 1, 2027, 2:00 PM (UTC)'),
    ])
    expect(await bookings()).toMatchObject([
      { time_zone: 'UTC', preferred_time: new Date('2027-07-01T14:00:00Z'), hour_cycle: 'us' },
    ])
  })

  it('names the invalid fields of a rejected booking, and keeps what was typed', async () => {
    const answer = await post('booking', { ...booking, email: 'nobody', phone: '', team_size: '3' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('<h1>Failed to submit booking. Please try again or contact us directly.</h1>')
    for (const field of ['email', 'phone', 'team_size'] as const) {
      expect(answer.body).toContain(` id="${field}-error">${bookingRefusals[field]}</p>`)
      expect(answer.body).toMatch(new RegExp(`id="${field}"[^>]* aria-invalid="true"`))
    }
    expect(answer.body).not.toContain('id="name-error"')
    expect(answer.body).toContain('value="Thandi &lt;b&gt;Nkosi&lt;/b&gt;"')
    expect(answer.body).toContain('value="Nkosi &amp; &quot;Daughters&quot;"')
    expect(answer.body).toContain('value="2027-07-01T14:00"')
    expect(answer.body).toContain('>First line\nSecond line</textarea>')
    expect(answer.body).toMatch(/<option value="Africa\/Johannesburg" selected="">/)
    expect(answer.body).toMatch(/<option value="quality-control" selected="">/)
    expect(await bookings()).toEqual([])
  })

  it.each([
    ['a past time', { preferred_time: '2020-01-01T10:00' }, /preferred_time-error">That time has passed\./],
    [
      'a time too far ahead',
      { preferred_time: '2099-01-01T10:00' },
      /preferred_time-error">That is more than two years ahead\./,
    ],
    ['no time', { preferred_time: '' }, bookingRefusals.preferred_time],
    ['an unknown zone', { time_zone: 'Europe/Atlantis' }, bookingRefusals.time_zone],
    [
      'a phone number that is too long',
      { phone: '1'.repeat(53) },
      /phone-error">13 characters too many\. The limit is 40\./,
    ],
    ['a message that is too long', { message: `${'x'.repeat(5001)} ` }, />1 character too many\. The limit is 5,000\./],
  ] as const)('rejects %s, and gives the reason', async (_, change, reason) => {
    const answer = await post('booking', { ...booking, ...change })
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(reason)])
    for (const [name, typed] of Object.entries(change)) if (name !== 'time_zone') expect(answer.body).toContain(typed)
    expect(await bookings()).toEqual([])
  })

  it('rejects unknown fields', async () => {
    for (const field of ['status', 'id', '<i>', '__proto__', 'constructor', 'hasOwnProperty']) {
      const answer = await post('booking', { ...booking, [field]: 'x' })
      expect(answer.statusCode).toBe(422)
      expect(answer.body).not.toContain('<i>')
    }
    expect(await bookings()).toEqual([])
  })

  it('[D4] keeps what was typed, and shows an error without internal details, if the database fails', async () => {
    const gone = Object.assign(new Error('canary of the database'), { code: 'XX000' })
    const broken = await appWith({
      ...test.database,
      alone: () => ({ query: () => Promise.reject(gone) }),
      transaction: () => Promise.reject(gone),
    })
    const answer = await post('booking', booking, sameOrigin, broken)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toContain(bookingWords.failure)
    expect(answer.body).toContain('value="+27 21 555 0100"')
    expect(answer.body).not.toContain('canary')
    await broken.close()
  })
})

describe('the contact form without JavaScript', () => {
  it('stores only what was typed into a message, and shows a confirmation', async () => {
    const referer = 'https://site.example/?view=contact&utm_source=letter'
    const answer = await post('message', message, { ...sameOrigin, referer })
    expect([answer.statusCode, answer.body.includes(forms.messageReceived.title)]).toEqual([200, true])
    const nothingElse = { session_id: null, landing_page: null, referrer: null, source: 'site', campaign: null }
    expect(await test.asOwner('select * from contact_messages')).toMatchObject([{ ...message, ...nothingElse }])
  })

  it('rejects an invalid message, and explains what is wrong', async () => {
    const answer = await post('message', { ...message, message: ' ' })
    expect([answer.statusCode, answer.body.includes(`<h1>${contact.form.failure}</h1>`)]).toEqual([422, true])
    expect(answer.body).toContain('id="message-error"')
  })
})

describe('[V6] origin of a form', () => {
  it.each([
    ['the same origin, according to the browser', sameOrigin, 200],
    ['our public address', { origin: 'https://site.example' }, 200],
    ['the host that received the request', { origin: 'http://localhost:3000', host: 'localhost:3000' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://site.example' }, 403],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['nowhere', { origin: 'null' }, 403],
    ['no browser', {}, 403],
  ])('determines whether the form is accepted: %s', async (_, headers, status) => {
    const answer = await post('message', message, headers)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(await test.asOwner('select 1 from contact_messages')).toHaveLength(status === 200 ? 1 : 0)
  })
})

describe('empty form', () => {
  it.each([
    ['booking', bookingFields],
    ['message', messageFields],
  ] as const)('shows every field and no error (%s)', async (name, fields) => {
    const { statusCode, body } = await app.inject({ url: `/forms/${name}` })
    expect(statusCode).toBe(200)
    expect(body).toMatch(new RegExp(`<form[^>]* action="/forms/${name}" method="post">`))
    for (const { name: id, label } of fields)
      expect(body).toMatch(new RegExp(`<label[^>]* for="${id}">${label.replace('&', '&amp;')}`))
    expect(body).not.toContain('-error"')
  })
})

it('rejects a form that is sent as JSON', async () => {
  const headers = { ...sameOrigin, 'content-type': 'application/json' }
  expect((await post('message', message, headers)).statusCode).toBe(415)
})

describe('[R1] protection against programs that submit forms', () => {
  const openedAgo = (seconds: number) => String(now - seconds * 1000)
  const field = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]

  it('adds two fields to the form: a honeypot and the time at which the page was opened', async () => {
    const { body } = await app.inject({ url: '/forms/booking' })
    expect(field(body, 'opened')).toBe(String(now))
    expect(body).toMatch(/<input[^>]* tabindex="-1"[^>]* aria-hidden="true" name="budget_note"/)
  })

  it.each([
    ['a person', () => ({ opened: openedAgo(40), budget_note: '' }), 'new', 40],
    ['a form without its opening time', () => ({ budget_note: '' }), 'new', null],
    ['a page from another time', () => ({ opened: openedAgo(-40) }), 'new', null],
    ['an opening time that the server never wrote', () => ({ opened: 'yesterday' }), 'new', null],
    ['a form that is submitted too fast', () => ({ opened: openedAgo(0) }), 'spam?', 0],
    ['a form with every field filled in', () => ({ budget_note: 'https://casino.example' }), 'spam?', null],
  ])('decides whether to suspect spam: %s', async (_, extra, status, seconds) => {
    for (const [path, fields, table, { title }] of [
      ['booking', booking, 'strategy_call_bookings', forms.bookingReceived],
      ['message', message, 'contact_messages', forms.messageReceived],
    ] as const) {
      const answer = await post(path, { ...fields, ...extra() })
      expect([answer.statusCode, answer.body.includes(title)]).toEqual([200, true])
      const [row] = await test.asOwner<{ fill_seconds: number | null }>(`select * from ${table}`)
      expect(row).toMatchObject({ name: fields.name, email: fields.email, status })
      expect(row?.fill_seconds).toBe(seconds)
    }
  })

  it('prevents a second row if a form that has no id is sent twice', async () => {
    const first = await post('booking', { ...booking, opened: openedAgo(50) })
    const again = await post('booking', { ...booking, opened: openedAgo(1) })
    expect([again.statusCode, again.body]).toEqual([200, withoutPageKey(first.body)])
    expect(await bookings()).toEqual([expect.objectContaining({ status: 'new', fill_seconds: expect.any(Number) })])
  })

  it('preserves the honeypot value and the time the page was opened if a form is rejected', async () => {
    const opened = openedAgo(20)
    const { body } = await post('booking', {
      ...booking,
      email: 'nobody',
      opened,
      budget_note: 'https://x.example',
    })
    expect([field(body, 'opened'), field(body, 'budget_note')]).toEqual([opened, 'https://x.example'])
  })
})
