import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { limitedApp } from '#server/app/limits-testing.ts'
import { invitePerson } from '#server/features/auth-links/invitations.ts'
import { linkRoutes } from '#server/features/auth-links/routes.ts'
import { nothingLeft, plantedAccount, plantedDataOf } from '#server/features/auth-links/testing.ts'
import { authForTest } from '#server/features/auth-sessions/testing.ts'
import { booking, everyDay, hostForTest, message } from '#server/lib/db/rows-testing.ts'

/** Prints the effect of attacks. To compare two versions, run this file with both. */
const running = await limitedApp()
afterAll(() => running.close())
const { from, test } = running
const ada = 'ada@customer.example'
const day = 86_400_000
const noon = (days: number) => new Date(Math.floor(Date.now() / day) * day + days * day + day / 2).toISOString()
const count = async (sql: string, values: readonly unknown[] = []) =>
  Number((await test.asOwner<{ n: unknown }>(`select count(*) as n from ${sql}`, values))[0]?.n)

it('[R1] accepts a visitor’s booking after ten IP addresses have booked with the same email address', async () => {
  for (let i = 0; i < 10; i++) await from(`203.0.113.${i}`).rows('strategy_call_bookings', booking({ email: ada }))
  const { statusCode } = await from('198.51.100.1').rows('strategy_call_bookings', booking({ email: ada }))
  console.log(`status of the visitor's own request: ${statusCode}`)
  expect(statusCode).toBe(201)
})

it('[R1] sends at most four emails a day and confirms no calls if others book with a verified visitor’s email address', async () => {
  const email = 'known@customer.example'
  for (let n = 0; n < 3; n++) await hostForTest(test, { hours: everyDay })
  await test.asOwner('select private.record_mail_service(true)')
  await test.asOwner('update desk_settings set weekly_capacity = 200, confirm_at_once = true')
  const [asked, known] = [randomUUID(), randomUUID()]
  await from('198.51.100.2').rows('contact_messages', message({ id: asked, email }))
  await test.asOwner("update contact_messages set status = 'answered' where id = $1", [asked])
  const own = booking({ id: known, email, picked: true, preferred_time: noon(2) })
  await from('198.51.100.2').rows('strategy_call_bookings', own)
  await test.asOwner('select private.confirm_mailbox($1)', [known])
  for (let n = 0; n < 19; n++) {
    const row = booking({ email, picked: true, preferred_time: noon(3 + (n % 5)) })
    await from(`192.0.2.${n}`).rows('strategy_call_bookings', row)
  }
  const typed = 'join strategy_call_bookings b on b.email = $1 and b.id <> $2'
  const of = (what: string) => count(what, [email, known])
  const confirmed = await of(`(select) s ${typed} and b.status = 'confirmed'`)
  const held = await of(`private.call_holds c ${typed} and b.id = c.booking`)
  const emails = await of(`outbox o ${typed} and b.id = o.booking_id and o.recipient is null and o.state <> 'dropped'`)
  console.log(`verified mailbox: of 19 requests by others ${confirmed} confirmed, ${held} held, ${emails} emails sent`)
  expect([confirmed, held]).toEqual([0, 0])
  expect(emails).toBeLessThanOrEqual(4)
})

it('[R1] uses at most 60 MB of disk space when two IP addresses send 12,000 large interactions', async () => {
  const event = { event_type: 'error', event_data: { name: 'x' }, session_id: randomUUID() }
  const filler = () => Array.from({ length: 220 }, () => randomUUID()).join('')
  const size = async () =>
    Number((await test.asOwner<{ n: string }>('select pg_database_size(current_database()) as n'))[0]?.n)
  const before = await size()
  const statuses = new Map<number, number>()
  for (const ip of ['203.0.113.21', '203.0.113.22'])
    for (let n = 0; n < 6000; n += 6) {
      const six = Array.from({ length: 6 }, () => ({ ...event, event_data: { name: filler() } }))
      const { statusCode } = await from(ip).rows('user_interactions', six)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 6)
    }
  const megabytes = Math.round(((await size()) - before) / 1e6)
  console.log(
    `disk: ${statuses.get(201)} interactions stored, ${statuses.get(429) ?? 0} refused, ${megabytes} MB added`,
  )
  expect(megabytes).toBeLessThan(60)
})

it('[S2] removes the creator’s access to an unverified account when the account’s email address is invited', async () => {
  const at = await authForTest([linkRoutes])
  const user = await plantedAccount(at, ada)
  await invitePerson(at.context, { email: ada, role: 'agent' })
  const left = (await plantedDataOf(at, user)) ?? {}
  const kept = Object.keys(left).filter(
    (place) => JSON.stringify(left[place]) !== JSON.stringify(nothingLeft[place as keyof typeof nothingLeft]),
  )
  console.log(`remaining access: ${kept.length} of ${Object.keys(left).length}: ${kept.join(', ')}`)
  await at.close()
  expect(kept).toEqual([])
})
