import { isAccessible } from './axe.ts'
import { type Colleague, colleague, openDesk } from './desk.ts'
import { mark, openRow, ownServer, rowOf, sendBooking, wednesday } from './inbox.ts'
import { expect, test } from './test.ts'

test.use({ ...ownServer, timezoneId: 'Africa/Johannesburg' })

let anna: Colleague
test.beforeAll(async ({ server, folder }) => {
  anna = await colleague({ folder, url: server.url }, 'agent', 'Anna')
})

test('what a visitor is told is read in the desk; what failed is seen from everywhere and sent again', async ({
  page,
  server,
  stored,
  faults,
}) => {
  // What the sandbox of a letter's frame refuses: its links, and the scripts by which this test looks into it.
  faults.expect(/sandboxed frame|frame is sandboxed/)
  // Without digits, because a letter does not greet a name that looks like none.
  const name = `Naledi ${mark().replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`
  const id = await sendBooking(server.url, { name })
  await openDesk(page, server.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  const told = record.getByRole('region', { name: 'What they were told' })
  await expect(told.getByRole('listitem')).toContainText('Request received')
  await told.getByRole('link', { name: 'Request received' }).click()

  // The letter itself, in a sandboxed frame without working links, and without its reader's access key.
  const letter = page.frameLocator(`iframe[title*="Backline"]`)
  await expect(letter.getByText(`Hello ${name.split(' ')[0]}`)).toBeVisible()
  const links = await letter
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const toPage = links.filter((link) => link.includes('?call='))
  expect(toPage.length).toBeGreaterThan(0)
  for (const link of toPage) expect(link).toMatch(/\?call=not-in-a-preview$/)
  await letter.getByRole('link').first().click()
  await expect(letter.getByText(`Hello ${name.split(' ')[0]}`)).toBeVisible()
  await page.getByRole('tab', { name: 'As text' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('?call=not-in-a-preview')
  await isAccessible(page)

  await stored.failLetter(id, 'request-received', 'EENVELOPE 550 5.1.1: the address was refused')
  await page.goto(`${server.url}/desk/week`)
  await page.getByRole('link', { name: 'Letters 1 failed' }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('The mail server refused the address.')
  await row.getByRole('link', { name: 'Request received' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('link', { name: 'Letters', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Request received' }).getByText('Sent').first()).toBeVisible()
})

test('another time that a visitor asks for is confirmed, or left as it is, from the record', async ({
  page,
  server,
  stored,
}) => {
  const name = `Pieter ${mark()}`
  const id = await sendBooking(server.url, { name, time_zone: 'Asia/Kolkata' })
  const moved = { booking: id, expected: 'new', target: 'confirmed', call_minutes: 45 }
  await anna.client.rpc('move_booking', { ...moved, call_start: wednesday(3, '09:00') })
  await stored.propose(id, wednesday(3, '11:30'))
  await openDesk(page, server.url, anna, '/bookings?sort=created_at')
  await expect(rowOf(page, name)).toContainText('Asks for another time')
  const record = await openRow(page, name)
  const asked = record.getByRole('region', { name: 'Asks for another time' })
  await expect(asked).toContainText('13:30')
  await expect(asked).toContainText('17:00')
  await asked.getByRole('button', { name: 'Confirm 13:30' }).click()
  await expect(record).toContainText('You: another time for')
  await expect(asked).toHaveCount(0)
  await expect(record.getByRole('heading', { name: 'Confirmed, 45 minutes' })).toBeVisible()
  await expect(rowOf(page, name)).not.toContainText('Asks for another time')
  await stored.propose(id, wednesday(3, '12:30'))
  await asked.getByRole('button', { name: 'Leave it as it is' }).click()
  await expect(record).toContainText('You left the call as it was, and not')
  await expect(asked).toHaveCount(0)
  await expect(record.getByRole('heading', { name: 'Confirmed, 45 minutes' })).toBeVisible()
})
