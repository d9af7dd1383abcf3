import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { deskMember, type TestDatabase, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { type BookingStatus, bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { bookingRecordSchema, messageRecordSchema, visitorRecordSchema } from '#shared/contract/desk-records.ts'
import { bookingListRowSchema, listCountsSchema, listSchema, messageListRowSchema } from '#shared/contract/desk-rows.ts'
import { insightsSchema } from '#shared/contract/insights.ts'
import { interactionTypes } from '#shared/contract/interaction-data.ts'

const day = '2027-03-10'
const at = `${day}T09:00:00Z`

interface NamedRow {
  id: string
  email: string
  status: string
}

describe('the desk', () => {
  let test: TestDatabase
  let owner: TestDeskMember
  let bookings: NamedRow[]
  let messages: NamedRow[]

  async function stored(table: string, row: Record<string, unknown>, status: string, index: number) {
    const [id, email] = [randomUUID(), `${status.replace('?', '-')}-${index}@example.com`]
    await test.asOwner(...insertion(table, { ...row, id, email, status, created_at: at }))
    return { id, email, status }
  }
  /** Each call begins in a different minute, because confirmed calls must not overlap. */
  const timeOf = (index: number) => `[${day}T10:${10 + index}:00Z,${day}T10:${11 + index}:00Z)`

  beforeAll(async () => {
    test = await testDatabase()
    owner = await deskMember(test, 'owner')
    bookings = []
    for (const [index, status] of bookingStatuses.entries()) {
      const row = booking({ confirmed: timeOf(index) })
      bookings.push(await stored('strategy_call_bookings', row, status, index))
    }
    messages = []
    for (const [index, status] of messageStatuses.entries())
      messages.push(await stored('contact_messages', message(), status, index))
    await test.asOwner('select private.maintain_interactions($1, 395)', [at])
    for (const event_type of interactionTypes) {
      const row = { session_id: randomUUID(), created_at: at, event_type, event_data: {}, page_url: '/' }
      await test.asOwner(...insertion('user_interactions', row))
    }
  })
  afterAll(() => test.close())

  const answer = async (call: string, values: unknown[] = []) =>
    (await owner.run<{ answer: unknown }>(`select ${call} as answer`, values))[0]?.answer
  const statuses = (rows: readonly { id: string; status: string }[]) =>
    Object.fromEntries(rows.map(({ id, status }) => [id, status]))

  it("shows each booking status in lists, counts, the record and the visitor's data", async () => {
    const counts = v.parse(listCountsSchema, await answer('booking_counts()'))
    for (const { id, email, status } of bookings) {
      const list = v.parse(
        listSchema(bookingListRowSchema),
        await answer('list_bookings($1)', [JSON.stringify({ view: status })]),
      )
      expect(statuses(list.rows)).toEqual({ [id]: status })
      expect(counts[status] ?? 1).toBe(1)
      const record = v.parse(bookingRecordSchema, await answer('read_booking($1)', [id]))
      expect(record.booking.status).toBe(status)
      const person = v.parse(visitorRecordSchema, await answer('read_person($1)', [email]))
      expect(statuses(person.bookings)).toEqual({ [id]: status })
    }
  })

  it("shows each message status in lists, the record and the visitor's data", async () => {
    for (const { id, email, status } of messages) {
      const list = v.parse(
        listSchema(messageListRowSchema),
        await answer('list_messages($1)', [JSON.stringify({ view: status })]),
      )
      expect(statuses(list.rows)).toEqual({ [id]: status })
      const record = v.parse(messageRecordSchema, await answer('read_message($1)', [id]))
      expect(record.message.status).toBe(status)
      const person = v.parse(visitorRecordSchema, await answer('read_person($1)', [email]))
      expect(statuses(person.messages)).toEqual({ [id]: status })
    }
  })

  it('exports bookings and messages in every status', async () => {
    const exported = (table: string) => owner.run<NamedRow>(`select * from export_${table}($1, $1)`, [day])
    expect(statuses(await exported('bookings'))).toEqual(statuses(bookings))
    expect(statuses(await exported('messages'))).toEqual(statuses(messages))
  })

  it('sends webhook events for bookings and messages in every status', async () => {
    const told = async (table: string, one: string) => {
      const rows = await test.asOwner<{ body: NamedRow }>(
        `select private.${one}_for_programs(t) as body from ${table} t`,
      )
      return statuses(rows.map(({ body }) => body))
    }
    expect(await told('strategy_call_bookings', 'booking')).toEqual(statuses(bookings))
    expect(await told('contact_messages', 'message')).toEqual(statuses(messages))
  })

  /** Returns the desk's insights for that day, as of noon. */
  async function counted() {
    const [row] = await test.asOwner<{ said: unknown }>("select private.insights_of($1, $1, 'all', $2) as said", [
      day,
      `${day}T12:00:00Z`,
    ])
    return row?.said
  }

  it('counts bookings in every status except spam in the insights', async () => {
    const { totals, funnel } = v.parse(insightsSchema, await counted())
    const isSpam = (status: string) => status.startsWith('spam')
    expect(totals.now.bookings).toBe(bookingStatuses.filter((status) => !isSpam(status)).length)
    expect(totals.now.messages).toBe(messageStatuses.filter((status) => !isSpam(status)).length)
    expect(funnel.now.completed).toBe(bookingStatuses.filter((status: BookingStatus) => status === 'completed').length)
  })

  it('exports interactions of each type', async () => {
    const rows = await owner.run<{ event_type: string }>('select * from export_interactions($1, $1)', [day])
    expect(rows.map(({ event_type }) => event_type).toSorted()).toEqual(interactionTypes.toSorted())
  })
})
