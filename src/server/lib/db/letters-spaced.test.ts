import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type DeskPerson, deskPerson, type TestDatabase, testDatabase } from './testing.ts'
import { booking, insertion, message } from './visitor-rows.ts'

/** Somebody types an address that is not theirs, again and again. */
describe.each(inject('servers'))('letters to one mailbox on %s', (server) => {
  let test: TestDatabase
  let agent: DeskPerson
  beforeAll(async () => {
    test = await testDatabase(server)
    agent = await deskPerson(test, 'agent')
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from contact_messages')
  })

  async function arrives(
    email: string,
    table = 'strategy_call_bookings',
    role: 'anon' | 'service_role' = 'anon',
  ) {
    const id = randomUUID()
    const row = table === 'contact_messages' ? message({ id, email }) : booking({ id, email })
    await test.database.transaction(role, {}, (tx) => tx.query(...insertion(table, row)))
    return id
  }

  /** In how many minutes each letter to a visitor is due, the soonest first; those that left are not there. */
  async function due(): Promise<number[]> {
    const rows = await test.asOwner<{ minutes: number }>(
      `select round(extract(epoch from due_at - now()) / 60)::int as minutes from outbox
       where channel = 'letter' and recipient is null and state = 'waiting' order by due_at`,
    )
    return rows.map(({ minutes }) => minutes)
  }

  /** What is due has left, so many minutes ago. */
  const leave = (minutes = 0) =>
    test.asOwner(
      `update outbox set state = 'sent', settled_at = now() - make_interval(mins => $1)
       where recipient is null and state = 'waiting' and due_at <= now()`,
      [minutes],
    )
  const everything = () => test.asOwner("update outbox set due_at = now() where state = 'waiting'")

  it('nineteen in one go, each with another tag: one leaves now, the others line up in an hour', async () => {
    const forms = Array.from({ length: 19 }, (_, n) =>
      arrives(`victim+${n}@x.example`, n % 2 ? 'contact_messages' : 'strategy_call_bookings'),
    )
    await Promise.all(forms)
    expect(await due()).toEqual([0, ...Array.from({ length: 18 }, (_, n) => 60 + n)])
    expect(await test.asOwner('select id from strategy_call_bookings')).toHaveLength(10)
  })

  it('nineteen rows of one request as well', async () => {
    await test.database.transaction('anon', {}, async (tx) => {
      for (let n = 0; n < 19; n++) await tx.query(...insertion('contact_messages', message()))
    })
    expect((await due()).filter((minutes) => minutes === 0)).toHaveLength(1)
  })

  it('the next one waits longer each time, and a day of peace ends it', async () => {
    await arrives('one@x.example')
    await leave()
    await arrives('one@x.example')
    expect(await due()).toEqual([60])
    await everything()
    await leave()
    await arrives('one@x.example')
    expect(await due()).toEqual([240])
    await everything()
    await leave()
    await arrives('one@x.example')
    expect(await due()).toEqual([960])
    await test.asOwner("update outbox set state = 'sent', settled_at = now() - interval '25 hours'")
    await arrives('one@x.example')
    expect(await due()).toEqual([0])
  })

  it('somebody who comes back after an hour hears at once', async () => {
    await arrives('one@x.example')
    await leave(61)
    await arrives('one@x.example')
    expect(await due()).toEqual([0])
  })

  it('another mailbox is another matter', async () => {
    for (const name of ['one', 'two', 'three']) await arrives(`${name}@x.example`)
    expect(await due()).toEqual([0, 0, 0])
  })

  it('what is withdrawn by the visitor lines up too', async () => {
    const id = await arrives('one@x.example')
    await leave()
    await test.asOwner(
      `select private.cancel_call(id, 'new', date_trunc('milliseconds', call_at), now())
       from strategy_call_bookings where id = $1`,
      [id],
    )
    expect(await due()).toEqual([60])
  })

  it('a mailbox that the team has written to waits for nothing', async () => {
    const id = await arrives('one@x.example')
    await agent.run('select move_booking($1, $2, $3, $4, null, true, null)', [
      id,
      'new',
      'confirmed',
      '2031-03-03T10:00:00Z',
    ])
    await test.asOwner("update outbox set due_at = now() where state = 'waiting'")
    await leave()
    await arrives('ONE+again@x.example')
    expect(await due()).toEqual([0])
  })

  it('what the team or a program of theirs causes waits for nothing', async () => {
    await arrives('one@x.example')
    await arrives('one@x.example', 'strategy_call_bookings', 'service_role')
    expect(await due()).toEqual([0, 0])
  })

  it('a browser that fills in at once is believed twice an hour for each mailbox', async () => {
    for (let n = 0; n < 3; n++) {
      const row = message({ email: `v+${n}@x.example`, fill_seconds: 1, filled_by: 'browser' })
      await test.database.transaction('anon', {}, (tx) => tx.query(...insertion('contact_messages', row)))
    }
    const rows = await test.asOwner('select status from contact_messages order by created_at')
    expect(rows).toEqual([{ status: 'new' }, { status: 'new' }, { status: 'spam?' }])
  })
})
