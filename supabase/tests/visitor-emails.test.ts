import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { hintOf } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const owner = await deskMember(test, 'owner')
const agent = await deskMember(test, 'agent')
const viewer = await deskMember(test, 'viewer')

/** The settings' current revision, and the position in the mailbox. */
let revision = ''
let uid = 0
const save = async (makesMessages = false, host = 'imap.example.com', port = 993) => {
  await test.database.transaction('backline_upkeep', owner.claims, (tx) =>
    tx.query('select private.save_mailbox($1, $2, $3, $4, $5, 1, 10, now())', [host, port, 'team', 's', makesMessages]),
  )
  ;[{ revision, uid }] = (await test.asOwner<{ revision: string; uid: number }>(
    'select revision, last_uid::int as uid from private.team_mailbox',
  )) as [{ revision: string; uid: number }]
}
/** Each test has its own sender, because the limit counts the emails of a sender. */
let ann = ''
beforeEach(async () => {
  ann = `${randomUUID()}@harbour.example`
  await save()
})

function email(change: Record<string, unknown> = {}) {
  const fingerprint = createHash('sha256').update(randomUUID()).digest('hex')
  const ids = { letters: [], header_ids: [], references: [], header_id: null, sent_at: '2026-11-30T09:00:00Z' }
  const texts = { from_name: 'Ann', from_address: ann, subject: 'Re: your call', body: 'Tuesday is fine.', quoted: '' }
  return { fingerprint, ...ids, ...texts, kind: 'answer', is_cut: false, files: [], ...change }
}
async function store(change: Record<string, unknown> = {}, files: (Buffer | null)[] = [], at = ++uid, validity = 1) {
  const { rows } = await test.database.transaction('backline_upkeep', {}, (tx) =>
    tx.query<{ what: string }>('select private.store_visitor_email($1, $2, $3, $4, $5) as what', [
      revision,
      validity,
      at,
      email(change),
      files,
    ]),
  )
  return rows[0]?.what
}
async function arrived(kind: 'booking' | 'message', change: Record<string, unknown> = {}) {
  const id = randomUUID()
  const [table, row] = kind === 'message' ? ['contact_messages', message] : ['strategy_call_bookings', booking]
  await test.asOwner(...insertion(table, row({ id, email: `${id.slice(0, 8)}@harbour.example`, ...change })))
  return id
}
/** The address of the visitor who sent the row with this id. */
const of = (id: string) => `${id.slice(0, 8)}@harbour.example`
const letterTo = async (id: string, recipient: string | null = null) => {
  const column =
    "case when exists (select from contact_messages where id = $1) then 'reply' else 'request-received' end"
  const [row] = await test.asOwner<{ id: string }>(
    `insert into outbox (channel, kind, booking_id, message_id, recipient)
     select 'letter', ${column}, (select id from strategy_call_bookings where id = $1),
       (select id from contact_messages where id = $1), $2 returning id`,
    [id, recipient],
  )
  return row?.id ?? ''
}
const emailsOf = (id: string) =>
  test.asOwner<{ id: string; matched_by: string; is_answer: boolean; body: string }>(
    `select id, matched_by, is_answer, body from private.visitor_emails where $1 in (booking_id, message_id)
     order by created_at, id`,
    [id],
  )
const stands = async (id: string) =>
  (
    await test.asOwner<{ status: string; is_due: boolean; remind_at: Date | null }>(
      `select status, coalesce(due_at is not null and unanswered_since <= now(), false) as is_due, remind_at from (
         select id, status, due_at, unanswered_since, remind_at from contact_messages
         union all select id, status, due_at, unanswered_since, remind_at from strategy_call_bookings
       ) r where id = $1`,
      [id],
    )
  )[0]
const actions = async (id: string) =>
  (
    await test.asOwner<{ action: string }>(
      "select action from audit_log where subject_id = $1 and action like 'email%' order by id",
      [id],
    )
  ).map(({ action }) => action)

describe('the mailbox', () => {
  it('stores each email once, and moves its position in the same transaction', async () => {
    const id = await arrived('message')
    const one = { letters: [await letterTo(id)], fingerprint: 'aa' }
    expect(await store(one, [], 11)).toBe('stored')
    expect(await store(one, [], 11)).toBe('known')
    expect(await store({ ...one, fingerprint: 'bb' }, [], 5)).toBe('known')
    // The server has numbered the emails again.
    expect(await store(one, [], 1, 2)).toBe('known')
    await expect(store({ ...one, fingerprint: 'cc', kind: 'none' }, [], 2, 2)).rejects.toThrow('kind_check')
    expect(await store({ ...one, fingerprint: 'cc', body: 'Later.' }, [], 2, 2)).toBe('stored')
    expect((await emailsOf(id)).map(({ body }) => body)).toEqual(['Tuesday is fine.', 'Later.'])
    expect(await test.asOwner('select uid_validity::int, last_uid::int from private.team_mailbox')).toEqual([
      { uid_validity: 2, last_uid: 2 },
    ])
  })

  it('stores nothing that was read with earlier settings, and keeps its position if only the port changes', async () => {
    const id = await arrived('message')
    const letters = [await letterTo(id)]
    expect(await store({ letters }, [], 20)).toBe('stored')
    const earlier = revision
    await save(false, 'imap.example.com', 143)
    expect(uid).toBe(20)
    revision = earlier
    expect(await store({ letters })).toBe('moved')
    await save(false, 'other.example.com')
    expect(uid).toBe(10)
    await owner.run('select remove_mailbox()')
    expect(await store({ letters })).toBe('moved')
    expect(await owner.run('select desk_mailbox() as mailbox')).toEqual([{ mailbox: null }])
  })

  it('prefers a match by thread to one by reference, and one by reference to one by sender', async () => {
    const [byThread, byReference, bySender] = [
      await arrived('message'),
      await arrived('booking'),
      await arrived('message'),
    ]
    await test.asOwner('update strategy_call_bookings set email = $2 where id = $1', [byReference, of(bySender)])
    const ids = { from_address: of(bySender), references: [byReference.slice(0, 8)] }
    await store({ ...ids, letters: [await letterTo(byThread)], header_id: '<a@b>' })
    await store({ ...ids, header_ids: ['<a@b>'] })
    await store(ids)
    await store({ ...ids, references: [] })
    expect((await emailsOf(byThread)).map((one) => one.matched_by)).toEqual(['thread', 'thread'])
    expect(await emailsOf(byReference)).toMatchObject([
      { matched_by: 'reference', is_answer: true },
      { matched_by: 'sender', is_answer: false },
    ])
  })

  it('takes a reference from another sender as no proof, and never adds an email to spam', async () => {
    const id = await arrived('message', { status: 'answered' })
    const references = [id.slice(0, 8)]
    expect(await store({ from_address: 'mallory@example.com', references })).toBe('stored')
    expect(await emailsOf(id)).toMatchObject([{ matched_by: 'sender', is_answer: false }])
    await store({ letters: [await letterTo(await arrived('message'))], header_id: '<seen@harbour.example>' })
    await store({ from_address: 'mallory@example.com', header_ids: ['<seen@harbour.example>'] })
    expect(
      (await test.asOwner('select from private.visitor_emails where from_address like $1 and is_answer', ['mallory%']))
        .length,
    ).toBe(0)
    expect(await stands(id)).toMatchObject({ status: 'answered', is_due: false })
    const letters = [await letterTo(id), await letterTo(id, 'team@desk.example')]
    await test.asOwner("update contact_messages set status = 'new' where id = $1", [id])
    await test.asOwner("update contact_messages set status = 'spam' where id = $1", [id])
    expect(await store({ from_address: of(id), letters, references })).toBe('unmatched')
  })

  it('ignores the emails that the server sent to the team, but keeps a member’s own email in a thread', async () => {
    const id = await arrived('booking')
    const own = { kind: 'own', from_address: 'desk@backline.example' }
    expect(await store({ ...own, references: [id.slice(0, 8)] })).toBe('unmatched')
    expect(await store({ ...own, letters: [await letterTo(id, 'team@desk.example')] })).toBe('unmatched')
    expect(await store({ ...own, letters: [await letterTo(id)] })).toBe('stored')
  })

  it('stores at most 20 emails for one person or record in a day, and logs the limit once', async () => {
    const id = await arrived('message')
    const letters = [await letterTo(id)]
    for (let count = 0; count < 20; count++) expect(await store({ letters, kind: 'automatic' })).toBe('stored')
    expect(await store({ letters })).toBe('limited')
    expect(await store({ letters, from_address: 'other@example.com' })).toBe('limited')
    expect((await actions(id)).filter((action) => action === 'emails_limited')).toHaveLength(1)
    expect(await emailsOf(id)).toHaveLength(20)
    await test.asOwner("update private.visitor_emails set created_at = created_at - interval '25 hours'")
    expect(await store({ letters })).toBe('stored')
  })

  it('makes an unmatched answer a new message only if an owner wants that', async () => {
    const stranger = { from_address: 'new@person.example', from_name: '', body: ' Hello ' }
    expect(await store(stranger)).toBe('unmatched')
    await save(true)
    for (const kind of ['automatic', 'bounce', 'own']) expect(await store({ ...stranger, kind })).toBe('unmatched')
    expect(await store({ from_address: '' })).toBe('unmatched')
    expect(await store(stranger)).toBe('stored')
    const [made] = await test.asOwner<{ id: string }>(
      `select id, name, company, message, status, source from contact_messages where email = 'new@person.example'`,
    )
    expect(made).toMatchObject({
      name: 'new@person.example',
      company: 'person.example',
      message: 'Hello',
      status: 'new',
      source: 'email',
    })
    expect(await emailsOf(made?.id ?? '')).toMatchObject([{ matched_by: 'new' }])
    expect(await store({ ...stranger, body: 'And one more thing.' })).toBe('stored')
    expect(await emailsOf(made?.id ?? '')).toHaveLength(2)
  })
})

describe('an answer by email', () => {
  it.each(['answered', 'closed'] as const)('opens an %s message again and ends the waiting', async (status) => {
    const id = await arrived('message')
    await agent.run('select send_reply($1, $2, null, $3, null, 5)', [randomUUID(), 'Which day?', id])
    if (status === 'closed') await agent.run("select move_message($1, 'answered', 'closed')", [id])
    const letters = [await letterTo(id)]
    for (const kind of ['automatic', 'bounce', 'own']) await store({ letters, kind })
    expect(await stands(id)).toMatchObject({ status, is_due: false })
    await store({ letters })
    expect(await stands(id)).toEqual({ status: 'new', is_due: true, remind_at: null })
    expect(await actions(id)).toEqual(['email_noted', 'email_noted', 'email_noted', 'email_received'])
  })

  it('counts only after a member has accepted it if the sender’s address is the only match', async () => {
    const id = await arrived('message')
    await agent.run('select send_reply($1, $2, null, $3)', [randomUUID(), 'Which day?', id])
    await test.asOwner("update contact_messages set status = 'new' where id = $1", [id])
    await test.asOwner('update contact_messages set unanswered_since = null where id = $1', [id])
    await store({ from_address: of(id) })
    await store({ from_address: of(id) })
    const [first, second] = await emailsOf(id)
    expect(await stands(id)).toMatchObject({ is_due: false })
    const judge = (who: typeof agent, one: string | undefined, isFromVisitor: boolean) =>
      hintOf(who.run('select judge_email($1, $2)', [one, isFromVisitor]))
    expect(await judge(viewer, first?.id, true)).toBe('42501')
    expect(await judge(agent, first?.id, false)).toBe('done')
    expect(await stands(id)).toMatchObject({ is_due: false })
    expect(await judge(agent, first?.id, true)).toBe('not_allowed')
    expect(await judge(agent, second?.id, true)).toBe('done')
    expect(await judge(owner, second?.id, false)).toBe('not_allowed')
    expect(await judge(agent, randomUUID(), true)).toBe('PT404')
    expect(await stands(id)).toMatchObject({ status: 'new', is_due: true })
    expect(await actions(id)).toEqual(['email_noted', 'email_noted', 'email_dismissed', 'email_accepted'])
  })

  it('[P4] is read, exported and erased with the person, including its files', async () => {
    const id = await arrived('message')
    const files = [
      { name: 'plan.pdf', size: 3 },
      { name: 'film.mp4', size: 90_000_000 },
    ]
    await store({ letters: [await letterTo(id)], from_address: of(id), files }, [Buffer.from('abc'), null])
    const [stored] = await emailsOf(id)
    const read = (place: number, who = viewer) =>
      test.database.transaction('backline_upkeep', who.claims, (tx) =>
        tx.query<{ name: string; content: Buffer }>('select * from private.read_email_file($1, $2)', [
          stored?.id,
          place,
        ]),
      )
    expect((await read(0)).rows).toEqual([{ name: 'plan.pdf', content: Buffer.from('abc') }])
    expect((await read(1)).rows).toEqual([])
    const weak = await deskMember(test, 'owner', 'aal1')
    await expect(read(0, weak)).rejects.toThrow()
    expect(await actions(id)).toEqual(['email_received', 'email_file_read'])
    const [{ person } = { person: {} }] = await owner.run<{ person: object }>('select export_person($1) as person', [
      of(id),
    ])
    expect(person).toMatchObject({
      emails: [{ body: 'Tuesday is fine.', files: [{ name: 'plan.pdf', base64: 'YWJj' }, { base64: null }] }],
    })
    await owner.run('select erase_person($1)', [of(id)])
    expect(await emailsOf(id)).toEqual([])
    expect(await test.asOwner('select from private.email_files where email = $1', [stored?.id])).toEqual([])
  })
})
