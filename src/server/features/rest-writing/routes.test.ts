import { afterAll, describe, expect, it } from 'vitest'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { challenges, teamSizes } from '#shared/contract/booking.ts'
import { inquiryTypes } from '#shared/contract/message.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { restForTest } from './testing.ts'

const room = await restForTest()
afterAll(() => room.close())

describe('a booking', () => {
  it.each([
    ['team_size', teamSizes],
    ['current_challenges', challenges],
  ])('takes every value of %s and no other', async (field, values) => {
    for (const value of values) {
      expect((await room.post('strategy_call_bookings', booking({ [field]: value }))).statusCode).toBe(201)
    }
    const refused = await room.post('strategy_call_bookings', booking({ [field]: 'everything' }))
    expect([refused.statusCode, refused.json().code]).toEqual([400, '23514'])
  })

  const minute = 60_000
  it(
    'may be wanted for now and the next two years',
    eachOf(
      [
        ['now', 0, 201],
        ['4 minutes ago', -4 * minute, 201],
        ['6 minutes ago', -6 * minute, 400],
        ['in 700 days', 700 * 24 * 60 * minute, 201],
        ['in 3 years', 1100 * 24 * 60 * minute, 400],
      ],
      async (_, offset, status) => {
        const preferred_time = new Date(Date.now() + offset).toISOString()
        const answer = await room.post('strategy_call_bookings', booking({ preferred_time }))
        expect(answer.statusCode, answer.body).toBe(status)
        if (status === 400)
          expect(answer.json().message).toContain('"strategy_call_bookings_preferred_time_check"')
      },
    ),
  )

  it(
    'is not wanted for what is no instant',
    eachOf(
      [
        '2027-02-01T10:00:00',
        '2027-02-30T10:00:00Z',
        '2027-02-01T10:00:00+20:00',
        'infinity',
        'tomorrow',
        'now',
      ],
      async (preferred_time) => {
        const answer = await room.post('strategy_call_bookings', booking({ preferred_time }))
        expect([answer.statusCode, answer.json().hint]).toEqual([
          400,
          expect.stringContaining('preferred_time must be'),
        ])
      },
    ),
  )

  it('is stored trimmed, with nothing for what was left empty, and its zone by the name of today', async () => {
    const id = crypto.randomUUID()
    await room.post(
      'strategy_call_bookings',
      booking({ id, name: '  Ada  ', message: ' ', monthly_revenue: '', time_zone: 'Asia/Calcutta ' }),
    )
    const rows = await room.asOwner(
      'select name, message, monthly_revenue, time_zone from strategy_call_bookings where id = $1',
      [id],
    )
    expect(rows).toEqual([{ name: 'Ada', message: null, monthly_revenue: null, time_zone: 'Asia/Kolkata' }])
  })

  it('keeps hostile text as text', async () => {
    const id = crypto.randomUUID()
    const name = `'); drop table contact_messages; -- <img src=x onerror=alert(1)> \${7*7}`
    expect((await room.post('strategy_call_bookings', booking({ id, name }))).statusCode).toBe(201)
    expect(await room.asOwner('select name from strategy_call_bookings where id = $1', [id])).toEqual([
      { name },
    ])
  })
})

describe('a message', () => {
  it('takes every inquiry type and no other', async () => {
    for (const inquiry_type of inquiryTypes) {
      expect((await room.post('contact_messages', message({ inquiry_type }))).statusCode).toBe(201)
    }
    expect((await room.post('contact_messages', message({ inquiry_type: 'gossip' }))).statusCode).toBe(400)
  })
})
