import { afterAll, expect, it } from 'vitest'
import { deskMember, race } from '#server/lib/db/testing.ts'
import { emailsForTest, kindsAndReaders } from './testing.ts'

const office = await emailsForTest()
const { test, agent, ask, move, deliver } = office
afterAll(() => office.close())
const visitor = 'ada@example.com'

it('resends an email only once for concurrent requests, and obeys the rate limits for the recipient', async () => {
  const id = await ask()
  await deliver()
  const [first] = await test.asOwner<{ id: string }>(
    "select id from outbox where booking_id = $1 and kind = 'request-received'",
    [id],
  )
  const again = async (item = first?.id, who = agent) =>
    (await who.run<{ retry_delivery: string }>('select retry_delivery($1)', [item]))[0]?.retry_delivery ?? ''
  const lock = `select from outbox where id = '${first?.id}' for update`
  const [one, other] = await race(test, lock, again, again)
  expect(one).toBe(other)
  expect(kindsAndReaders(await deliver())).toEqual([`request-received > ${visitor}`])
  expect(await test.asOwner("select id from outbox where sent_as = 'request-received'")).toHaveLength(2)
  await expect(again()).rejects.toThrow('less than ten minutes ago')
  await expect(again(one)).rejects.toThrow('less than ten minutes ago')
  const recorded = "select actor from audit_log where action = 'letter_retried' and subject_id = $1"
  expect(await test.asOwner(recorded, [first?.id])).toEqual([{ actor: agent.id }])
  const aWhile = () => test.asOwner("update outbox set settled_at = settled_at - interval '11 minutes'")
  for (let sent = 1; sent < 4; sent++) {
    await aWhile()
    await again()
    await deliver()
  }
  await aWhile()
  await expect(again()).rejects.toThrow('Four emails have been resent')
  await expect(again(first?.id, await deskMember(test, 'viewer'))).rejects.toThrow()

  // The content is decided again when the email is sent.
  await test.asOwner("delete from outbox where facts ? 'again'")
  await move(id, 'confirmed', Date.UTC(2031, 0, 1, 10))
  await deliver()
  const stale = await again()
  expect(await deliver()).toEqual([])
  expect(await test.asOwner('select state, reason from outbox where id = $1', [stale])).toMatchObject([
    { state: 'dropped', reason: expect.stringContaining('later email') },
  ])
  const [confirmed] = await test.asOwner<{ id: string }>("select id from outbox where sent_as = 'call-confirmed'")
  await again(confirmed?.id)
  expect(kindsAndReaders(await deliver())).toEqual([`call-confirmed > ${visitor}`])
  await test.asOwner('update outbox set ends_at = now() where id = $1', [confirmed?.id])
  await expect(again(confirmed?.id)).rejects.toThrow('too late')
})
