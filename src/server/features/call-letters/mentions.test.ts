import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { deskMember, type TestDeskMember } from '#server/lib/db/testing.ts'
import { emailsForTest } from './testing.ts'

const { test, agent, ask, deliver, close } = await emailsForTest()
const viewer = await deskMember(test, 'viewer')
afterAll(close)

const note = (booking: string, ...mentioned: string[]) =>
  agent.run('insert into notes (booking_id, body, mentioned) values ($1, $2, $3)', [
    booking,
    '@Vera, do you know them?',
    mentioned,
  ])
async function unseen(person: TestDeskMember) {
  const [row] = await person.run<{ told: { id: string }[] }>("select desk_mine() -> 'news' as told")
  return row?.told.map(({ id }) => id)
}
async function asked() {
  const id = await ask()
  await deliver()
  return id
}

it('emails each mentioned member except the author once per note, and counts a mention as unread until its booking is opened', async () => {
  const [one, other] = [await asked(), await asked()]
  await note(one, viewer.id, viewer.id, agent.id)
  await note(other, viewer.id)
  const letters = await deliver()
  expect(letters.map(({ kind, to, replyTo }) => [kind, to, replyTo])).toEqual(
    Array.from({ length: 2 }, () => ['team-mention', `${viewer.id}@desk.example`, undefined]),
  )
  expect(letters[0]?.text).toContain('> @Vera, do you know them?')
  expect(letters[0]?.text).toContain(`https://site.example/desk/bookings?item=${one}`)
  expect(await unseen(agent)).toEqual([])
  expect(await unseen(viewer)).toEqual([other, one])
  await agent.run('select read_booking($1)', [other])
  await viewer.run('select read_booking($1)', [other])
  expect(await unseen(viewer)).toEqual([one])
  await test.asOwner('delete from strategy_call_bookings where id = $1', [one])
  expect(await unseen(viewer)).toEqual([])
})

it('sends no email about a mention to a former member', async () => {
  const booking = await asked()
  await expect(note(booking, randomUUID())).rejects.toMatchObject({ hint: 'not_staff' })
  const leaving = await deskMember(test, 'agent')
  await note(booking, leaving.id)
  await test.asOwner('update staff_members set disabled_at = now() where id = $1', [leaving.id])
  expect(await deliver()).toEqual([])
  await expect(note(booking, leaving.id)).rejects.toMatchObject({ hint: 'not_staff' })
})
