import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { insertion, message } from '#server/lib/db/rows-testing.ts'
import { emailsForTest } from './testing.ts'

const office = await emailsForTest(Date.now())
const { test, agent, ask, deliver } = office
afterAll(() => office.close())

const reply = (about: { booking?: string; message?: string }, body: string, seen: string | null = null) => {
  const id = randomUUID()
  return agent
    .run('select send_reply($1, $2, $3, $4, $5)', [id, body, about.booking, about.message, seen])
    .then(() => id)
}

it('sends replies to a message in one thread, with the same subject and the quoted message', async () => {
  await test.asOwner('update auth.users set raw_user_meta_data = \'{"name": "Ben Smith"}\' where id = $1', [agent.id])
  const id = randomUUID()
  await test.database.transaction('anon', {}, (tx) =>
    tx.query(...insertion('contact_messages', message({ id, message: 'One line.\n\n<b>Another.' }))),
  )
  const reference = `[${id.slice(0, 8).toUpperCase()}]`
  const acknowledged = (await deliver()).find(({ kind }) => kind === 'message-received')
  expect(acknowledged?.subject).toBe(`Your message to ${brand.name} ${reference}`)
  const first = await reply({ message: id }, 'Hello,\n\nsee https://example.com/a, and {link}.')
  const [answer] = await deliver()
  await reply({ message: id }, 'Something more.', first)
  const [more] = await deliver()

  const sent = await test.asOwner<{ id: string }>(
    'select id from outbox where message_id = $1 and recipient is null order by created_at',
    [id],
  )
  const ids = sent.map((row) => row.id)
  expect(answer).toMatchObject({
    kind: 'reply',
    to: 'ada@example.com',
    replyTo: 'partners@backline.example',
    subject: `Re: Your message to ${brand.name} ${reference}`,
    thread: ids.slice(0, 1),
  })
  expect(more).toMatchObject({ subject: answer?.subject, thread: ids.slice(0, 2) })
  expect(answer?.text).toContain(
    `see https://example.com/a, and https://site.example/.\n\nBen Smith\n${brand.name}\n\nYou wrote on`,
  )
  expect(answer?.text).toContain('> One line.\n>\n> <b>Another.')
  expect(answer?.html).toContain('href="https://example.com/a"')
  expect(answer?.html).toContain('&lt;b&gt;Another.')
})

it('quotes the visitor’s latest email in a reply, and names it in the thread', async () => {
  const id = await ask()
  const [email] = await test.asOwner<{ id: string }>(
    `insert into private.visitor_emails (booking_id, matched_by, kind, is_answer, header_id, from_name, from_address,
       subject, body, quoted, is_cut)
     values ($1, 'thread', 'answer', true, '<a@mail.example>', '', '', '', 'Tuesday is fine.', 'Earlier text', false)
     returning id`,
    [id],
  )
  await deliver()
  await reply({ booking: id }, 'See you then.', email?.id)
  const [letter] = await deliver()
  expect(letter?.thread?.at(-1)).toBe('<a@mail.example>')
  expect(letter?.text).toMatch(/See you then\.[\s\S]*> Tuesday is fine\./)
  expect(letter?.text).not.toContain('Earlier text')
})

it('inserts the secret link to the visitor’s page into the sent reply, but not into the stored reply', async () => {
  const id = await ask()
  await deliver()
  await reply({ booking: id }, 'Choose here: {link}')
  const [letter] = await deliver()
  expect(letter?.text).toMatch(/Choose here: https:\/\/site\.example\/\?call=\S{40,}/)
  const [kept] = await test.asOwner('select body from private.replies where booking_id = $1', [id])
  expect(kept).toEqual({ body: 'Choose here: {link}' })
})
