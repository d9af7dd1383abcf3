import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { afterAll, describe, expect, it } from 'vitest'
import { confirmationLink } from '#server/features/forms/service.ts'
import { booking, message } from '#server/lib/db/visitor-rows.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { appForTest, publishableKey } from './testing.ts'

/** The public forms of a server that asks for a proof of work, and of one that does not. */
const config = {
  publishableKey,
  trustProxy: false,
  databaseUrl: null,
  rateLimit: false,
  formProof: true,
  webhookPrivateAddresses: false,
  calendarPrivateAddresses: false,
  allowedOrigins: [],
} as const
let ahead = 0
const clock = () => Date.now() + ahead
const [on, off] = await Promise.all([appForTest(undefined, { config, clock }), appForTest()])
afterAll(() => Promise.all([on.close(), off.close()]))

type Payload = { challenge: Challenge; solution: Solution }

const base64 = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

async function solved(): Promise<Payload> {
  const challenge = (await on.app.inject({ url: '/forms/proof' })).json<Challenge>()
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return { challenge, solution }
}

async function insert(row: unknown, proof?: string, site = on, table = 'strategy_call_bookings') {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/rest/v1/${table}`,
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
      ...(proof !== undefined && { 'x-proof': proof }),
    },
    payload: JSON.stringify(row),
  })
  return { status: answer.statusCode, said: answer.body }
}

const form = (path: string, fields: Record<string, unknown>, site = 'same-origin') =>
  on.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
  })

const rowsOf = (email: string, table = 'strategy_call_bookings') =>
  on.test.asOwner<{ id: string; status: string; mailbox: string | null }>(
    `select id, status, mailbox from ${table} where email = $1 order by created_at`,
    [email],
  )
const waiting = async (email: string) => {
  const rows = await on.test.asOwner<{ kind: string }>(
    `select o.kind from outbox o join strategy_call_bookings b on b.id = o.booking_id
     where b.email = $1 and o.recipient is null order by 1`,
    [email],
  )
  return rows.map(({ kind }) => kind)
}
const someone = () => `${crypto.randomUUID()}@example.com`

describe('where no proof is asked for', () => {
  it('nothing is different, and there is no challenge', async () => {
    expect((await insert(booking(), undefined, off)).status).toBe(201)
    expect((await off.app.inject({ url: '/forms/proof' })).statusCode).toBe(404)
  })
})

describe('an insert by script', () => {
  it('with a proof is stored like any other', async () => {
    const email = someone()
    expect(await insert(booking({ email }), base64(await solved()))).toMatchObject({ status: 201 })
    expect(await rowsOf(email)).toMatchObject([{ status: 'new', mailbox: null }])
    expect(await insert(message({ email }), base64(await solved()), on, 'contact_messages')).toMatchObject({
      status: 201,
    })
  })

  it('without one is told what to do, and stores nothing', async () => {
    const email = someone()
    const { status, said } = await insert(booking({ email }))
    expect([status, JSON.parse(said)]).toEqual([
      428,
      {
        code: 'HTTP428',
        message: 'A proof of work is required',
        details: null,
        hint: expect.stringContaining('/forms/proof') as string,
      },
    ])
    expect(await rowsOf(email)).toEqual([])
  })

  it('a proof is good for one row, and a row that is there already says so first', async () => {
    const proof = base64(await solved())
    const row = booking({ id: crypto.randomUUID(), email: someone() })
    expect((await insert(row, proof)).status).toBe(201)
    expect((await insert(row, proof)).status).toBe(409)
    expect(await insert(booking({ email: someone() }), proof)).toMatchObject({ status: 428 })
    const both = [booking({ email: someone() }), booking({ email: someone() })]
    expect((await insert(both, base64(await solved()))).status).toBe(428)
  })

  it('a refused row leaves the proof for the mended one', async () => {
    const proof = base64(await solved())
    expect((await insert(booking({ team_size: 'many' }), proof)).status).toBe(400)
    expect((await insert(booking({ email: someone() }), proof)).status).toBe(201)
  })

  it('two at once with one proof are one row', async () => {
    const proof = base64(await solved())
    const answers = await Promise.all([1, 2, 3].map(() => insert(booking({ email: someone() }), proof)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 428, 428])
  })

  it('a proof that was changed is none', async () => {
    const proof = await solved()
    await everyRow<[string, (payload: Payload) => unknown]>(
      [
        ['is another number', (p) => ({ ...p, solution: { ...p.solution, derivedKey: 'ab'.repeat(32) } })],
        [
          'was made easier',
          ({ challenge, solution }) => {
            const { keySignature: _, ...parameters } = challenge.parameters
            return { challenge: { ...challenge, parameters }, solution }
          },
        ],
        [
          'lives longer than it was given',
          (p) => ({
            ...p,
            challenge: {
              ...p.challenge,
              parameters: { ...p.challenge.parameters, expiresAt: 4_000_000_000 },
            },
          }),
        ],
        [
          'has no signature',
          ({ challenge, solution }) => ({ challenge: { parameters: challenge.parameters }, solution }),
        ],
        ['is nothing', () => null],
      ],
      async ([, spoil]) => {
        expect((await insert(booking({ email: someone() }), base64(spoil(proof)))).status).toBe(428)
      },
    )
    expect((await insert(booking({ email: someone() }), base64(proof))).status).toBe(201)
  })

  it('nor is one that is no JSON, or too old', async () => {
    expect((await insert(booking(), '%%%')).status).toBe(428)
    const proof = base64(await solved())
    ahead += 3_601_000
    expect((await insert(booking({ email: someone() }), proof)).status).toBe(428)
    ahead = 0
  })

  it('interactions are counted without', async () => {
    const row = { event_type: 'page_view', session_id: crypto.randomUUID(), event_data: {} }
    expect((await insert(row, undefined, on, 'user_interactions')).status).not.toBe(428)
  })
})

describe('a form without script', () => {
  /** As a browser sends it: a time on a clock. */
  const typed = (email: string) => {
    const { preferred_time: _, ...rest } = booking({ email })
    return { ...rest, preferred_time: '2027-05-03T10:00' }
  }
  const keyOf = async (id: string) =>
    new URL(await confirmationLink(on.auth.box, 'http://127.0.0.1:3000', id, clock())).searchParams.get(
      'key',
    ) ?? ''
  const press = (key: string, site?: string) => form('/forms/confirm', { key }, site)

  it('waits for its mailbox, is asked about by a letter, and counts once that says yes', async () => {
    const email = someone()
    const sent = await form('/forms/booking', typed(email))
    expect([sent.statusCode, sent.body]).toEqual([201, expect.stringContaining('One more step') as string])
    const [row] = await rowsOf(email)
    expect(row).toMatchObject({ status: 'spam?', mailbox: 'asked' })
    expect(await waiting(email)).toEqual(['confirm-request'])

    const key = await keyOf(row?.id ?? '')
    const page = await on.app.inject({ url: `/forms/confirm?key=${key}` })
    expect([page.statusCode, page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([
      200,
      'strict-origin',
      'no-store',
    ])
    // To open it does nothing, and another site cannot press.
    expect((await press(key, 'cross-site')).statusCode).toBe(403)
    expect(await rowsOf(email)).toMatchObject([{ status: 'spam?' }])
    expect((await press(key)).statusCode).toBe(200)
    expect(await rowsOf(email)).toMatchObject([{ status: 'new', mailbox: 'confirmed' }])
    expect(await waiting(email)).toEqual(['confirm-request', 'request-received'])
    expect((await press(key)).statusCode).toBe(200)
    expect(await waiting(email)).toHaveLength(2)
  })

  it('of several that wait, one yes lets all in', async () => {
    const email = someone()
    await form('/forms/booking', typed(email))
    await form('/forms/message', message({ email }))
    const [row] = await rowsOf(email)
    await press(await keyOf(row?.id ?? ''))
    expect(await rowsOf(email, 'contact_messages')).toMatchObject([{ status: 'new', mailbox: 'confirmed' }])
  })

  it('a key that is none, and a row that is gone', async () => {
    expect((await press('nonsense')).statusCode).toBe(404)
    expect((await on.app.inject({ url: '/forms/confirm' })).statusCode).toBe(404)
    const key = await keyOf(crypto.randomUUID())
    expect((await press(key)).statusCode).toBe(410)
    ahead += 8 * 24 * 3_600_000
    expect((await press(key)).statusCode).toBe(404)
    ahead = 0
  })

  it('what a program filled in is asked about by nobody', async () => {
    const email = someone()
    await form('/forms/booking', { ...typed(email), budget_note: 'x' })
    expect(await rowsOf(email)).toMatchObject([{ status: 'spam?', mailbox: null }])
    expect(await waiting(email)).toEqual([])
  })
})
