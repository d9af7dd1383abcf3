import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { bookingLimits } from '#shared/contract/form-rules.ts'
import { checkEachRow, propertyRuns } from '#shared/lib/testing.ts'

const site = await authAppForTest({ mailEverySeconds: 1 })
afterAll(() => site.close())

const agent = await site.member('agent')
beforeEach(() => site.test.asOwner('truncate strategy_call_bookings, contact_messages cascade'))

const log = () =>
  site.test.asOwner<{ actor: string; action: string; subject: string; details: unknown }>(
    `select actor, action, subject, details from audit_log where action like '%exported' order by id`,
  )
const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true })
const insert = (table: string, row: Record<string, unknown>) => site.test.asOwner(...insertion(table, row))

/**
 * Splits the cells at `separator` as the most naive reader does: it ignores quotes, and drops quotes and spaces
 * before a cell. Text that this reader does not treat as a formula is safe in every spreadsheet.
 */
const cellsParted = (text: string, separator: string): string[] =>
  text.split(new RegExp(`[${separator}\r\n]`)).map((cell) => cell.replace(/^[ "]+/, ''))

async function bookingsText(args: object = {}) {
  const { data, error } = await agent.strong.rpc('export_bookings', args).csv()
  if (error) throw error
  return data
}

const bookings = async (args?: object) => rowsOf(await bookingsText(args))

describe('an export', () => {
  it('has a row for every booking, including spam', async () => {
    const at = '2026-09-01T22:30:00.000Z'
    await insert('strategy_call_bookings', booking({ created_at: at, preferred_time: '2026-09-03T10:00:00+02:00' }))
    await insert('strategy_call_bookings', booking({ status: 'spam', name: 'Zoë "Zed"\nNoone', picked: true }))
    const { data } = await agent.strong.rpc('export_bookings').csv()
    expect(data?.split('\r\n')[0]?.split(',')).toEqual(expect.arrayContaining(Object.keys(bookingLimits)))
    expect(data).toContain(
      'id,created_at,status,name,email,company,phone,current_challenges,team_size,preferred_time,time_zone,' +
        'call_from,call_until,assigned_to,answered_at,source,campaign,first_view,landing_page,referrer,session_id,' +
        'monthly_revenue,message,fill_seconds,budget_note,updated_at,picked,outcome,outcome_value,currency,next_step,next_step_on,next_step_by,earlier_calls',
    )
    expect(rowsOf(data ?? '')).toMatchObject([
      {
        created_at: at,
        picked: 'false',
        name: 'Ada Lovelace',
        phone: "'+44 20 7946 0000",
        preferred_time: '2026-09-03T08:00:00.000Z',
        call_from: '',
        status: 'new',
      },
      { name: 'Zoë "Zed"\nNoone', status: 'spam', picked: 'true' },
    ])
  })

  it('covers complete UTC days, including the last day', async () => {
    for (const at of [
      '2026-08-31T23:59:59.999Z',
      '2026-09-01T00:00:00Z',
      '2026-09-02T23:59:59.999Z',
      '2026-09-03T00:00:00Z',
    ]) {
      await insert('strategy_call_bookings', booking({ created_at: at, company: at }))
    }
    const companies = async (args: object) => (await bookings(args)).map(({ company }) => company?.slice(5, 10))
    expect(await companies({ from_day: '2026-09-01', to_day: '2026-09-02' })).toEqual(['09-01', '09-02'])
    expect(await companies({ from_day: '2026-09-02' })).toEqual(['09-02', '09-03'])
    expect(await companies({ to_day: '2026-08-31' })).toEqual(['08-31'])
  })

  it('has a row for every message', async () => {
    await insert('contact_messages', message({ created_at: '2026-09-01T00:00:00Z', message: '=HYPERLINK("x")' }))
    const { data } = await agent.strong.rpc('export_messages').csv()
    expect(rowsOf(data ?? '')).toMatchObject([
      {
        created_at: '2026-09-01T00:00:00.000Z',
        inquiry_type: 'services',
        message: `'=HYPERLINK("x")`,
        status: 'new',
      },
    ])
  })

  it('has a row for every interaction', async () => {
    await insert('user_interactions', {
      created_at: '2026-09-01T00:00:00Z',
      session_id: agent.id,
      event_type: 'page_view',
      event_data: '{"view": "home", "note": "x;=1+1"}',
      page_url: 'https://x.example/?a="b",c',
      is_bot: true,
    })
    const days = { from_day: '2026-09-01', to_day: '2026-09-01' }
    const { data } = await agent.strong.rpc('export_interactions', days).csv()
    expect(rowsOf(data ?? '')).toMatchObject([
      {
        created_at: '2026-09-01T00:00:00.000Z',
        event_type: 'page_view',
        subject: 'home',
        event_data: `{"note": "x;'=1+1", "view": "home"}`,
        page_url: 'https://x.example/?a="b",c',
        is_bot: 'true',
        is_team: 'false',
      },
    ])
  })

  it('[M3] is recorded in the audit log with its days and row count, but without its content', async () => {
    await site.test.asOwner('alter table audit_log disable trigger append_only; truncate audit_log')
    await insert('strategy_call_bookings', booking())
    await bookings({ from_day: '2020-01-01' })
    await agent.strong.rpc('export_messages', { from_day: '2020-01-01', to_day: '2020-02-01' }).csv()
    await agent.strong.rpc('export_interactions', { from_day: '2020-01-01', to_day: '2020-02-01' }).csv()
    const entry = (action: string, subject: string, rows: number, to: string | null = '2020-02-01') => ({
      actor: agent.id,
      action,
      subject,
      details: { rows, from: '2020-01-01', to },
    })
    expect(await log()).toEqual([
      entry('bookings_exported', 'strategy_call_bookings', 1, null),
      entry('messages_exported', 'contact_messages', 0),
      entry('interactions_exported', 'user_interactions', 0),
    ])
  })

  it('is refused with an explanation if its date range is invalid or too long', () =>
    checkEachRow(
      [
        ['export_bookings', '2026-09-02', '2026-09-01', 'The first day, 2026-09-02, is after the last one, 2026-09-01'],
        ['export_messages', '2026-09-02', '2026-09-01', 'The first day, 2026-09-02, is after the last one, 2026-09-01'],
        [
          'export_interactions',
          '2026-09-02',
          '2026-09-01',
          'The first day, 2026-09-02, is after the last one, 2026-09-01',
        ],
        ['export_interactions', '2024-11-01', '2026-11-02', 'From 2024-11-01 to 2026-11-02 is more than 731 days'],
        ['export_interactions', null, '2026-11-02', 'The first and last day are required'],
      ],
      async ([name, from_day, to_day, says]) => {
        const before = await log()
        const { error, status } = await agent.strong.rpc(name, { from_day, to_day }).csv()
        expect([status, error?.code, error?.message]).toEqual([400, '22023', says])
        expect(await log()).toEqual(before)
      },
    ))

  it('can cover 731 days of interactions', async () => {
    const days = { from_day: '2024-11-01', to_day: '2026-11-01' }
    expect((await agent.strong.rpc('export_interactions', days).csv()).status).toBe(200)
  })
})

describe('exported text', () => {
  /** Reverses `private.csv_cell`. */
  const asSent = (cell: string) =>
    cell.replace(/^'/, '').replace(/(^[ "]+|[;|\t\r\n][ "]*)'('*[-=+@＝＋－＠])/g, '$1$2')
  /**
   * Text that a form can send. The text has no leading or trailing spaces, because the server trims them, and no NUL,
   * which PostgreSQL cannot store.
   */
  const text = (most: number) =>
    fc
      .string({
        unit: fc.oneof(
          fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ';', '|', '0', ' '),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: most,
      })
      .map((words) => words.replaceAll('\u0000', '').trim())
      .filter((words) => words !== '' && words.isWellFormed() && Array.from(words).length <= most)
  const phone = fc.oneof(
    fc.constantFrom('+64 21 555 0100', '0215550100', '021 555 0100', '(021) 555-0100', '642155501001234'),
    text(30),
  )

  it('[M3] preserves what visitors typed in each field, and contains no formulas', async () => {
    const visitor = fc.record({ name: text(60), company: text(60), phone, message: text(200) })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(visitor, { minLength: 1, maxLength: 15, selector: ({ name }) => name }),
        async (sent) => {
          await site.test.asOwner('truncate strategy_call_bookings cascade')
          const stored = await fetch(`${site.url}/rest/v1/strategy_call_bookings`, {
            method: 'POST',
            headers: { apikey: publishableKey, 'content-type': 'application/json' },
            body: JSON.stringify(sent.map((row) => booking(row))),
          })
          expect(stored.status).toBe(201)
          const text = await bookingsText()
          const rows = rowsOf(text)
          const read = rows.map(({ name = '', company = '', phone = '', message = '' }) => ({
            name,
            company,
            phone,
            message,
          }))
          for (const cell of read.flatMap(Object.values)) expect(cell).not.toMatch(/^[=+\-@\t\r\n]|^0[\d ]+$/)
          for (const separator of [';', '\t', '|'])
            for (const cell of cellsParted(text, separator)) expect(cell).not.toMatch(/^[-=+@]/)
          const plain = read.map((row) =>
            Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, asSent(cell)])),
          )
          const byName = (one: { name?: string }, other: { name?: string }) =>
            String(one.name) < String(other.name) ? -1 : 1
          expect(plain.sort(byName)).toEqual([...sent].sort(byName))
        },
      ),
      propertyRuns(30, 8),
    )
  })

  it('has an apostrophe before phone numbers that spreadsheets would change', () =>
    checkEachRow(
      [
        ['+64 21 555 0100', "'+64 21 555 0100"],
        ['0215550100', "'0215550100"],
        ['(021) 555 0100', '(021) 555 0100'],
        ['642155501001234', "'642155501001234"],
        ['555 0100', '555 0100'],
      ],
      async ([sent, read]) => {
        await site.test.asOwner('truncate strategy_call_bookings cascade')
        await insert('strategy_call_bookings', booking({ phone: sent }))
        expect((await bookings())[0]?.phone).toBe(read)
      },
    ))
})
