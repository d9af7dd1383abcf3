import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { explainedRefusalSchema } from '#shared/contract/desk-records.ts'
import { deskSettingsLimits, deskSettingsSchema } from '#shared/contract/desk-week.ts'
import { storeRow } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const people = {
  owner: await deskMember(test, 'owner'),
  agent: await deskMember(test, 'agent'),
  viewer: await deskMember(test, 'viewer'),
  weak: await deskMember(test, 'owner', 'aal1'),
  stranger: await deskMember(test, null),
}
const booked = await storeRow(test)
const written = await storeRow(test, {}, 'contact_messages')

describe('the database', () => {
  /** Returns the number of rows, or the error's hint, constraint or code. */
  const said = (who: TestDeskMember, sql: string, values: unknown[] = []) =>
    who.run(sql, values).then(
      (rows): number | string => rows.length,
      (error: unknown) => {
        if (!isDatabaseError(error)) throw error
        return error.hint && error.code === 'PT409' ? error.hint : (error.constraint ?? error.code)
      },
    )
  const each = async (sql: string, values: unknown[] = []) => {
    const told: Record<string, number | string> = {}
    for (const [name, who] of Object.entries(people)) told[name] = await said(who, sql, values)
    return told
  }
  const log = (action: string) =>
    test.asOwner('select actor, subject, subject_id, details from audit_log where action = $1 order by id', [action])

  it('lets owners and agents assign work to each other, and logs each assignment', async () => {
    const { owner, agent, viewer } = people
    const give = 'update strategy_call_bookings set assigned_to = $1 returning id'
    expect(await each(give, [agent.id])).toEqual({ owner: 1, agent: 1, viewer: 0, weak: 0, stranger: 0 })
    await agent.run('update contact_messages set assigned_to = $1', [owner.id])
    await owner.run('update contact_messages set assigned_to = null')
    const row = { subject: 'strategy_call_bookings', subject_id: booked }
    expect(await log('booking_assigned')).toEqual([{ ...row, actor: owner.id, details: { from: null, to: agent.id } }])
    expect((await log('message_assigned')).map(({ actor, details }) => [actor, details])).toEqual([
      [agent.id, { from: null, to: owner.id }],
      [owner.id, { from: owner.id, to: null }],
    ])
    const stopped = await deskMember(test, 'agent')
    await test.asOwner('update staff_members set disabled_at = now() where id = $1', [stopped.id])
    for (const id of [viewer.id, stopped.id, people.stranger.id, randomUUID()]) {
      const error = await owner.run(give, [id]).catch((thrown: unknown) => thrown)
      if (!isDatabaseError(error)) throw error
      expect(v.parse(explainedRefusalSchema, { hint: error.hint, details: error.detail })).toEqual({
        hint: 'not_staff',
        details: { assigned_to: id },
      })
    }
  })

  it('lets owners and agents add notes that nobody can change', async () => {
    const add = (column: string) => `insert into notes (${column}, body) values ($1, 'Wants a quote.') returning id`
    const refused = { viewer: '42501', weak: '42501', stranger: '42501' }
    expect(await each(add('booking_id'), [booked])).toEqual({ owner: 1, agent: 1, ...refused })
    expect(await each(add('message_id'), [written])).toEqual({ owner: 1, agent: 1, ...refused })
    for (const sql of [
      `update notes set body = 'x'`,
      'delete from notes',
      `insert into notes (booking_id, author, body) values ('${booked}', '${people.viewer.id}', 'x')`,
      `insert into notes (booking_id, created_at, body) values ('${booked}', '2020-01-01', 'x')`,
    ]) {
      expect([sql, (await each(sql)).owner]).toEqual([sql, '42501'])
    }
    for (const role of ['anon', 'service_role'] as const) {
      const work = test.database.transaction(role, {}, (tx) => tx.query(`update notes set body = 'x'`))
      await expect(work).rejects.toMatchObject({ code: '42501' })
    }
    const notes = await test.asOwner<{ id: string; author: string }>('select id, author from notes order by created_at')
    expect(notes.map(({ author }) => author)).toEqual(
      [people.owner, people.agent, people.owner, people.agent].map(({ id }) => id),
    )
    const entries = [...(await log('booking_noted')), ...(await log('message_noted'))]
    expect(entries.map(({ details }) => details)).toEqual(notes.map(({ id }) => ({ note: id })))
  })

  it.each([
    ['no text', ' \n', 'notes_body_check'],
    ['too much text', 'é'.repeat(5001), 'notes_body_check'],
    ['the longest allowed text', 'é'.repeat(5000), 0],
  ])('checks the length of a note that contains %s', async (_, body, verdict) => {
    expect(await said(people.agent, 'insert into notes (booking_id, body) values ($1, $2)', [booked, body])).toBe(
      verdict,
    )
  })

  it('attaches each note to one booking or message, and deletes the note with that row', async () => {
    const { agent } = people
    const both = 'insert into notes (booking_id, message_id, body) values ($1, $2, $3)'
    expect(await said(agent, both, [booked, written, 'x'])).toBe('notes_booking_or_message_check')
    expect(await said(agent, both, [null, null, 'x'])).toBe('notes_booking_or_message_check')
    expect(await said(agent, both, [randomUUID(), null, 'x'])).toBe('notes_booking_id_fkey')
    const id = await storeRow(test, {}, 'contact_messages')
    await agent.run(both, [null, id, 'x'])
    await test.database.transaction('service_role', {}, (tx) =>
      tx.query('delete from contact_messages where id = $1', [id]),
    )
    expect(await test.asOwner('select id from notes where message_id = $1', [id])).toEqual([])
  })

  it('lets owners change settings, and logs the names of the changed settings', async () => {
    const change = `update desk_settings set time_zone = 'Europe/Kiev', answer_mailboxes = '{a@b.example}', opens = '9:00' returning opens`
    expect(await said(people.owner, change)).toBe(1)
    const [row] = await people.viewer.run<{ row: unknown }>('select to_jsonb(s) as row from desk_settings s')
    expect(v.parse(deskSettingsSchema, row?.row)).toMatchObject({
      time_zone: 'Europe/Kyiv',
      weekly_capacity: 5,
      call_minutes: 30,
      keep_people_days: null,
    })
    await people.owner.run('update desk_settings set weekly_capacity = weekly_capacity')
    expect(await log('settings_changed')).toEqual([
      {
        actor: people.owner.id,
        subject: 'desk_settings',
        subject_id: null,
        details: { columns: ['answer_mailboxes', 'time_zone'] },
      },
    ])
    for (const sql of [
      'insert into desk_settings default values',
      'delete from desk_settings',
      `update desk_settings set updated_at = now()`,
      `update desk_settings set "only" = false`,
    ])
      expect([sql, await said(people.owner, sql)]).toEqual([sql, '42501'])
  })

  const { weekly_capacity: capacity, call_minutes: minutes, answer_hours: hours, keep_days: days } = deskSettingsLimits
  const mailboxes = (count: number) => `'{${Array.from({ length: count }, (_, at) => `a${at}@b.example`).join(',')}}'`
  it.each([
    ...[capacity.least, capacity.most].map((value) => ['weekly_capacity', value, true] as const),
    ...[capacity.least - 1, capacity.most + 1].map((value) => ['weekly_capacity', value, false] as const),
    ...[minutes.least, minutes.most].map((value) => ['call_minutes', value, true] as const),
    ...[minutes.least - 1, minutes.most + 1].map((value) => ['call_minutes', value, false] as const),
    ...[hours.least, hours.most].map((value) => ['answer_hours', value, true] as const),
    ...[hours.least - 1, hours.most + 1].map((value) => ['answer_hours', value, false] as const),
    ...(['keep_people_days', 'keep_interaction_days'] as const).flatMap(
      (column) =>
        [
          [column, days.least, true],
          [column, days.most, true],
          [column, 'null', true],
          [column, days.least - 1, false],
          [column, days.most + 1, false],
        ] as const,
    ),
    ['time_zone', "'Pacific/Auckland'", true],
    ['time_zone', "'UTC'", true],
    ['time_zone', "'Middle/Earth'", false],
    ['time_zone', "'posix/UTC'", false],
    ['time_zone', "'UTC+2'", false],
    ['time_zone', "''", false],
    ['closes', "'24:00'", true],
    ['closes', 'opens', false],
    ['work_days', "'{}'", true],
    ['work_days', "'{7,1}'", true],
    ['work_days', "'{0}'", false],
    ['work_days', "'{1,null}'", false],
    ['answer_mailboxes', mailboxes(deskSettingsLimits.answer_mailboxes), true],
    ['answer_mailboxes', mailboxes(deskSettingsLimits.answer_mailboxes + 1), false],
    ['answer_mailboxes', "'{nobody}'", false],
    ['answer_mailboxes', "'{null}'", false],
  ] as const)('checks the setting %s = %s (valid: %s)', async (column, value, isGood) => {
    const verdict = await said(people.owner, `update desk_settings set ${column} = ${value} returning opens`)
    expect(verdict).toBe(isGood ? 1 : `desk_settings_${column}_check`)
  })

  it('lets owners add and remove days off', async () => {
    const add = `insert into days_off (day, note) values ('2030-12-25', ' Christmas ') returning note`
    expect([await said(people.owner, add), await said(people.owner, add)]).toEqual([1, 'days_off_pkey'])
    const long = `insert into days_off (day, note) values ('2030-12-26', $1)`
    expect(await said(people.owner, long, ['x'.repeat(deskSettingsLimits.day_off_note + 1)])).toBe(
      'days_off_note_check',
    )
    expect(await said(people.owner, `update days_off set note = 'x'`)).toBe('42501')
    expect(await said(people.owner, 'delete from days_off returning day')).toBe(1)
    const entries = [...(await log('day_off_added')), ...(await log('day_off_removed'))]
    expect(entries).toEqual(
      Array(2).fill({
        actor: people.owner.id,
        subject: 'days_off',
        subject_id: null,
        details: { day: '2030-12-25' },
      }),
    )
  })

  it('writes no personal data to the audit log', async () => {
    const [found] = await test.asOwner<{ text: string }>('select json_agg(a)::text as text from audit_log a')
    expect(found?.text).not.toMatch(/\bada\b|lovelace|example|engines|quote|christmas|berlin/i)
  })

  it('lets every member save private views, and lets only owners and agents save shared views', async () => {
    const { owner, agent } = people
    const save = (name: string, isShared: boolean) =>
      `insert into saved_views (list, name, filters, is_shared) values ('bookings', '${name}', '{"down": true}', ${isShared}) returning id`
    const none = { weak: '42501', stranger: '42501' }
    expect(await each(save('own', false))).toEqual({ owner: 1, agent: 1, viewer: 1, ...none })
    expect(await each(save('all', true))).toEqual({ owner: 1, agent: 1, viewer: '42501', ...none })
    const seen = { owner: 3, agent: 3, viewer: 3, weak: 0, stranger: 0 }
    expect(await each('select id from saved_views')).toEqual(seen)
    expect(await said(agent, save('a', false).replace('down', 'term'))).toBe('saved_views_filters_check')
    for (let at = 3; at <= 20; at++) await agent.run(save(`view ${at}`, false))
    expect(await said(agent, save('one more', false))).toBe('too_many')
    const set = (removedAt: string) =>
      `update saved_views set removed_at = ${removedAt} where name = 'all' and owner = '${agent.id}' returning id`
    expect([await said(people.viewer, set('now()')), await said(owner, set('now()'))]).toEqual([0, 1])
    expect(await said(agent, set('null'))).toBe(1)
    await test.asOwner(`update saved_views set removed_at = now() - interval '2 days' where name = 'own'`)
    expect(await said(owner, set('now()'))).toBe(1)
    expect(await said(owner, `select id from saved_views where name = 'own'`)).toBe(0)
    expect((await log('view_shared')).map(({ actor }) => actor)).toEqual([owner.id, agent.id])
    expect((await log('view_removed')).map(({ actor }) => actor)).toEqual([owner.id, owner.id])
    expect((await log('view_restored')).map(({ actor }) => actor)).toEqual([agent.id])
  })
})
