import { afterAll, expect, it } from 'vitest'
import { deskMember } from '#server/lib/db/testing.ts'
import { readLetterData } from './service.ts'
import { emailsForTest } from './testing.ts'

const { test, agent, ask, move, deliver, options, posted, close } = await emailsForTest()
afterAll(close)

const plan = (minutes: number) => test.asOwner('select private.plan_letters(now() + $1)', [`${minutes} minutes`])
/** Plans and sends emails after this many minutes. Returns their readers and subjects. */
async function sentAfter(minutes: number) {
  await plan(minutes)
  const letters = await deliver()
  return letters.flatMap(({ kind, to, subject }) => (kind === 'team-assigned' ? [`${to}: ${subject}`] : []))
}
/** Adds a booking and assigns it to a member. */
async function given(company: string, to: string) {
  const id = await ask({ company })
  await deliver()
  await agent.run('update strategy_call_bookings set assigned_to = $2 where id = $1', [id, to])
  return id
}
const emails = "outbox where kind = 'team-assigned'"

it('lists the unseen assignments of a member in one email an hour, with a link to each', async () => {
  const me = await deskMember(test, 'agent')
  const first = await given('First Ltd', me.id)
  // The assignment can still be undone.
  expect(await sentAfter(0)).toEqual([])
  const second = await given('Second Ltd', me.id)
  expect(await sentAfter(1)).toEqual([`${me.id}@desk.example: Assigned to you: First Ltd and more, 2 in total`])
  expect(posted.at(-1)?.letter.text).toContain(`https://site.example/desk/bookings?item=${second}`)
  await given('Third Ltd', me.id)
  expect(await sentAfter(59)).toEqual([])
  expect(await sentAfter(61)).toEqual([`${me.id}@desk.example: Assigned to you: Third Ltd`])
  expect(await sentAfter(180)).toEqual([])
  // The desk shows a sent email as it was, also after its records were opened.
  await me.run('select read_booking($1)', [first])
  const [sent] = await test.asOwner<{ id: string }>(`select id from ${emails} order by created_at`)
  expect(await readLetterData(options, sent?.id ?? '')).toMatchObject({ items: [{ id: first }, { id: second }] })
})

it('sends no email about records that were opened or unassigned, about a confirmed call, or to members who turned it off', async () => {
  const [quick, quiet] = [await deskMember(test, 'agent'), await deskMember(test, 'agent')]
  const [opened, taken] = [await given('A', quick.id), await given('B', quick.id)]
  await plan(1)
  await quick.run('select read_booking($1)', [opened])
  await agent.run('update strategy_call_bookings set assigned_to = null where id = $1', [taken])
  await move(taken, 'confirmed', Date.UTC(2032, 0, 5, 10))
  await agent.run('select reassign_call($1, $2, $3, true)', [taken, agent.id, quick.id])
  await quiet.run('select set_assignment_emails(false)')
  await given('D', quiet.id)
  const gone = await deskMember(test, 'agent')
  await given('E', gone.id)
  await test.asOwner('update staff_members set disabled_at = now() where id = $1', [gone.id])
  expect(await sentAfter(2)).toEqual([])
  const dropped = await test.asOwner(`select state from ${emails} and recipient like '${quick.id}%'`)
  expect(dropped).toEqual([{ state: 'dropped' }])
  // The call is over, but its own email was enough.
  await move(taken, 'cancelled')
  expect(await sentAfter(90)).toEqual([])
  await quiet.run('select set_assignment_emails(true)')
  expect(await sentAfter(2)).toEqual([`${quiet.id}@desk.example: Assigned to you: D`])
})
