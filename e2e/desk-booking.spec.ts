import { randomUUID } from 'node:crypto'
import { brand } from '#content/brand.ts'
import { message } from '#server/lib/db/rows-testing.ts'
import { clientOf, createMember, openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { holdBack } from './hold-back.ts'
import { confirmCall, mark, openRow, recordOf, rowOf, sendBooking, wednesday } from './inbox.ts'

test.use({ timezoneId: 'Africa/Johannesburg' })

test('lets a member see a request in two time zones, then confirm, move and complete the call, and undo changes', async ({
  page,
  at,
  anna,
  stored,
}) => {
  const name = `Mere ${mark()}`
  const id = await sendBooking(at.url, {
    name,
    preferred_time: wednesday(6, '09:30'),
    time_zone: 'Pacific/Auckland',
    phone: '+64 (0)21 555-0100',
  })
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  await expect(record.getByText('11:30 AM')).toBeVisible()
  await expect(record).toContainText('Auckland, their time')
  await expect(record.getByRole('link', { name: '+64 (0)21 555-0100' })).toHaveAttribute('href', 'tel:+640215550100')
  await expect(record.getByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
    'href',
    `mailto:ada@example.com?subject=${encodeURIComponent(`Your strategy call with ${brand.name}`)}`,
  )

  // The member acts before the list of available hosts has arrived.
  const release = await holdBack(page, '**/rpc/hosts_for_call')
  await record.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  await dialog.getByLabel('Your time').fill('14:00')
  release()
  await expect(dialog).toContainText('0 of 5 calls booked')
  await expect(dialog).toContainText('The call will be assigned to you')
  await dialog.getByRole('button', { name: 'Confirm 2:00 PM' }).click()
  await expect(page.getByText(/: confirmed for Wed, .*, 2:00\sPM\. Assigned to you\.$/)).toBeVisible()
  await expect(rowOf(page, name)).toContainText('You')
  await expect(record).toContainText('You assigned it to yourself')
  await expect(rowOf(page, name)).toContainText('Confirmed')
  await expect(rowOf(page, name)).toContainText('2:00 PM')
  await expect(record).toContainText(/You: New → Confirmed for Wed, .*, 2:00\sPM/)

  await record.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(rowOf(page, name)).toContainText('Cancelled')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rowOf(page, name)).toContainText('Confirmed')
  await expect(rowOf(page, name)).toContainText('2:00 PM')

  await record.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByRole('dialog').getByLabel('Length').selectOption('45')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm 2:00 PM' }).click()
  await expect(record.getByRole('heading', { name: 'Confirmed, 45 minutes' })).toBeVisible()

  // A future call can be neither completed nor marked as a no-show.
  const held = record.getByRole('button', { name: 'Mark as completed' })
  await expect(record).toContainText(/From Wed, .*, 2:00\sPM, you can mark the call as completed or as a no-show\./)
  await expect(held).toHaveCount(0)
  await stored.callBegins(id, 1)
  await held.click()
  await expect(rowOf(page, name)).toContainText('Completed')
  await expect(page.getByText('Marked as completed.')).toBeVisible()
})

test('explains why a call cannot be confirmed: an overlap, a full week or a change by another member', async ({
  page,
  at,
  anna,
  ben,
  faults,
}) => {
  faults.expect(/status of 409/)
  const word = mark()
  for (const hour of ['09', '10', '11', '12', '13']) {
    const id = await sendBooking(at.url, { name: `${word} at ${hour}`, company: `${word} ${hour}` })
    await confirmCall(anna, id, wednesday(8, `${hour}:00`))
  }
  const name = `Kofi ${word}`
  const id = await sendBooking(at.url, { name, preferred_time: wednesday(8, '09:15') })
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(dialog).toContainText('5 of 5 calls booked')
  await expect(dialog).toContainText(`11:00–11:30 AM ${word} 09, You (overlaps)`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('From 11:00 AM to 11:30 AM there is a call with')
  await expect(dialog.getByRole('link', { name: `${word} at 09, ${word} 09` })).toBeVisible()

  await dialog.getByLabel('Your time').fill('21:00')
  await dialog.getByRole('button', { name: 'Confirm 9:00 PM' }).click()
  await expect(dialog.getByRole('alert')).toContainText('outside working hours, 9:00 AM to 5:00 PM in UTC')
  await expect(dialog.getByRole('alert')).toContainText('That week is full: 5 of 5 calls are booked.')
  await looksRight(page)

  // The dialog shows the change before the member clicks a button.
  await ben.client.rpc('move_booking', { booking: id, expected: 'new', target: 'cancelled' })
  await expect(dialog.getByRole('alert')).toContainText(/^Ben cancelled this \d+ s ago\./)
  await expect(dialog.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(record).toContainText('Ben: New → Cancelled')

  await record.getByRole('button', { name: 'Reopen' }).click()
  await record.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByLabel('Your time').fill('17:00')
  await ben.client.from('strategy_call_bookings').update({ assigned_to: ben.id }).eq('id', id)
  await expect(dialog.getByRole('status')).toContainText(/^Ben assigned it to themselves, \d+ s ago\./)
  await expect(dialog).toContainText('Ben will get the invitation.')
  await dialog.getByRole('button', { name: 'Confirm 5:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Confirm anyway' }).click()
  await expect(rowOf(page, name)).toContainText('Confirmed')
})

test('shows two members each other’s changes to a record, and lists other requests from the same email address', async ({
  page,
  at,
  anna,
  ben,
  browser,
}) => {
  const word = mark()
  const name = `Hana ${word}`
  const email = `hana.${word}@example.com`
  const session_id = randomUUID()
  const visitor = clientOf(at.url)
  const page_url = 'https://site.example/?view=services'
  for (const event of [
    { event_type: 'page_view', event_data: { view: 'services', title: 'Services' } },
    { event_type: 'download', event_data: { pack: 'proposal-pack', title: 'Proposal pack' } },
  ]) {
    const told = await visitor.from('user_interactions').insert({ session_id, page_url, ...event })
    expect(told.error).toBeNull()
  }
  expect((await visitor.from('contact_messages').insert(message({ email }))).error).toBeNull()
  const id = await sendBooking(at.url, { name, email: email.toUpperCase(), session_id })
  // The computer's clock is fifty minutes fast, but the desk uses the server's time.
  await page.clock.install({ time: Date.now() + 50 * 60_000 })
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  await expect(record).toContainText(/due in (24 h|23 h 5\d min)/)
  await record.getByRole('button', { name: 'Assign to me' }).click()
  await expect(rowOf(page, name)).toContainText('You')
  await record.getByLabel('Assign to').selectOption(ben.id)
  await expect(rowOf(page, name)).toContainText('Ben')

  await record.getByLabel('Note').fill('Wants the warehouse app.\nBudget is settled.')
  await page.keyboard.press('Control+Enter')
  await expect(record.getByLabel('Note')).toHaveValue('')
  await expect(record.getByText('Wants the warehouse app.')).toBeVisible()
  // A mentioned member is notified at once, on any desk screen.
  const bens = await (await browser.newContext()).newPage()
  await openDesk(bens, at.url, ben, '/hours')
  await record.getByLabel('Note').pressSequentially('Yours, @b')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('or not?')
  await expect(record.getByLabel('Note')).toHaveValue('Yours, @Ben or not?')
  await page.keyboard.press('Control+Enter')
  await expect(record.getByRole('strong')).toHaveText('@Ben')
  await bens.getByRole('link', { name: /^Mine \d+ to do$/ }).click()
  await bens.getByRole('listitem').filter({ hasText: 'Mentioned by Anna' }).filter({ hasText: name }).click()
  await expect(bens.getByText('@Ben', { exact: true })).toBeVisible()
  await bens.context().close()
  // Other members' changes appear automatically.
  await ben.client.from('notes').insert({ booking_id: id, body: 'Called back.' })
  await expect(record).toContainText('Called back.')
  await looksRight(page)
  await ben.client.rpc('move_booking', { booking: id, expected: 'new', target: 'spam' })
  await expect(record).toContainText('Ben: New → Spam')
  // Spam is hidden unless the filter selects it.
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(record.getByRole('listitem')).toContainText([
    'Received',
    'You assigned it to yourself',
    'You assigned it to Ben',
    'You added a note',
    'You added a note',
    'Ben added a note',
    'Ben: New → Spam',
  ])

  await record.getByRole('link', { name: '1 message' }).click()
  await expect(page).toHaveURL(new RegExp(`/person\\?booking=${id}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('1 booking, 1 message, 1 download, 1 visit')).toBeVisible()
  await expect(page.getByText('proposal-pack')).toBeVisible()
  await expect(page.getByText('Visited services')).toBeVisible()
  await looksRight(page)
})

test('[V5] shows a visitor’s HTML as plain text, and shows an error page for a booking that does not exist', async ({
  page,
  at,
  anna,
  faults,
}) => {
  faults.expect(/status of 404/)
  const markup = '<img src=x onerror=alert(1)>'
  const id = await sendBooking(at.url, {
    name: markup,
    company: 'javascript:alert(2)',
    email: `x.${mark()}@example.com`,
    phone: 'javascript:alert(3)',
    message: `${markup}\n[a](javascript:alert(4))`,
    monthly_revenue: markup,
    time_zone: markup,
    landing_page: 'javascript:alert(5)',
    referrer: `https://x.example/${markup}`,
  })
  await anna.client.from('notes').insert({ booking_id: id, body: markup })
  page.on('dialog', () => {
    throw new Error('A script in a visitor’s text ran.')
  })
  await openDesk(page, at.url, anna, `/bookings?item=${id}`)
  const record = recordOf(page, markup)
  await expect(record.getByText('[a](javascript:alert(4))')).toBeVisible()
  await record.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('main img, [role=dialog] img')).toHaveCount(0)
  const addresses = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(addresses.filter((address) => /^javascript:/i.test(address ?? ''))).toEqual([])

  await page.goto(`${at.url}/desk/bookings?item=${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'This booking no longer exists' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).last().click()
  await expect(page).toHaveURL(/bookings$/)
})

test('makes the desk read-only for a member as soon as the member’s role becomes viewer', async ({
  page,
  at,
  anna,
  faults,
}) => {
  faults.expect(/status of 403/)
  const vera = await createMember(at, 'agent', 'Vera')
  const name = `Ines ${mark()}`
  await sendBooking(at.url, { name, message: 'Please read this.' })
  await openDesk(page, at.url, vera, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  await expect(record.getByRole('button', { name: 'Spam' })).toBeVisible()
  await anna.client.from('staff_members').update({ role: 'viewer' }).eq('id', vera.id)
  await record.getByRole('button', { name: 'Spam' }).click()
  await expect(record).toContainText('Viewers can read everything')
  await expect(record).toContainText('Please read this.')
  await expect(record.getByRole('button')).toHaveText(['Back to the list'])
  await page.keyboard.press('c')
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog', { name: 'Confirm the call' })).toHaveCount(0)
})

test('lets a member enter and confirm a call with a few keystrokes while the visitor is on the phone', async ({
  page,
  at,
  anna,
}) => {
  const name = `Zola ${mark()}`
  await openDesk(page, at.url, anna, '/bookings')
  await expect(page.getByRole('button', { name: 'New booking' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New phone booking' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Karoo')
  await dialog.getByLabel('Day').fill(wednesday(7, '09:30').slice(0, 10))
  await dialog.getByLabel('Your time').fill('11:30')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a phone number or an email address.')).toBeVisible()
  await dialog.getByLabel('Phone').fill('+27 21 555 0100')
  await page.keyboard.press('Enter')
  const record = recordOf(page, name)
  await expect(record.getByRole('heading', { name: /^Confirmed/ })).toBeVisible()
  await expect(record).toContainText('You added the phone booking')
  await expect(record.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await expect(rowOf(page, name)).toContainText('Phone')
})
