import { isAccessible } from './axe.ts'
import { type Colleague, colleague, openDesk } from './desk.ts'
import { mark, openRow, ownServer, recordOf, rowOf, searchFor, sendBooking, wednesday } from './inbox.ts'
import { promptly } from './promptly.ts'
import { expect, test } from './test.ts'

test.use({ ...ownServer, timezoneId: 'Africa/Johannesburg' })

let anna: Colleague
test.beforeAll(async ({ server, folder }) => {
  anna = await colleague({ folder, url: server.url }, 'owner', 'Anna')
})

test('everything goes by keyboard alone', async ({ page, server }) => {
  const word = mark()
  for (const name of ['Kay First', 'Kay Middle', 'Kay Last']) {
    await sendBooking(server.url, {
      name: `${name} ${word}`,
      company: word,
      preferred_time: wednesday(10, '09:00'),
    })
  }
  await openDesk(page, server.url, anna, '/bookings')
  await expect(page.locator('tbody')).toBeVisible()
  // As a German keyboard produces it.
  await page.locator('body').dispatchEvent('keydown', { key: '/', code: 'Digit7', shiftKey: true })
  await page.keyboard.type(`${word} jck?`)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.type(word)
  await expect(page.getByText('of 3')).toBeVisible()
  await page.keyboard.press('Enter')

  const link = (name: string) => page.getByRole('link', { name: `${name} ${word}` })
  await page.keyboard.press('j')
  await expect(link('Kay First')).toBeFocused()
  await page.keyboard.press('j')
  await expect(link('Kay Middle')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await expect(page.locator('tbody [tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const record = recordOf(page, `Kay Middle ${word}`)
  await expect(record.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  await expect(link('Kay Middle')).toBeFocused()

  // The shortcut opens the row by itself.
  await page.keyboard.press('n')
  await expect(record.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Typed a and c here')
  await page.keyboard.press('Control+Enter')
  await expect(record).toContainText('Typed a and c here')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(record.getByLabel('Give it to')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Confirm the call' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(record).toBeVisible()
  await page.keyboard.press('c')
  // A key pressed before the dialog is open would be lost.
  await expect(page.getByRole('dialog', { name: 'Confirm the call' }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(record).toContainText('You: New → Confirmed')
  await expect(page.getByRole('dialog', { name: 'Confirm the call' })).toHaveCount(0)
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // The row is answered and now last in the list, so the focus moves to the next one.
  await expect(link('Kay Last')).toBeFocused()
})

test('a lost connection leaves what is there, and says why nothing can be done', async ({
  page,
  server,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  const name = `Rob ${mark()}`
  await sendBooking(server.url, { name })
  await openDesk(page, server.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  await expect(record.getByRole('button', { name: 'Take it' })).toBeVisible()
  // The connection drops while a change is in flight: the change is undone, and the desk says so.
  await page.route('**/rpc/move_booking', async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await record.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(record.getByRole('alert')).toContainText('No connection')
  const notice = page.getByText('No connection. You can read what is here')
  await expect(notice).toBeVisible()
  await expect(rowOf(page, name)).toContainText('New')
  for (const button of ['Cancel booking', 'Take it', 'Add note']) {
    await expect(record.getByRole('button', { name: button })).toBeDisabled()
  }
  await expect(record.getByLabel('Give it to')).toBeDisabled()
  await record.getByLabel('Note').fill('Typed meanwhile')
  await isAccessible(page)
  // Meanwhile refetching failed with an error box; all error boxes go away when the connection is back.
  await expect(page.getByText('No connection. What you see may be old.').nth(1)).toBeVisible({
    timeout: 10_000,
  })
  await page.unroute('**/rpc/move_booking')
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(record.getByLabel('Note')).toHaveValue('Typed meanwhile')
  await record.getByRole('button', { name: 'Take it' }).click()
  await expect(record.getByLabel('Give it to')).toHaveValue(anna.id)
})

test('a colleague’s note arrives by itself, and every clock is the server’s', async ({ page, server }) => {
  const name = `Tim ${mark()}`
  const id = await sendBooking(server.url, { name })
  // A computer whose clock is fifty minutes fast.
  await page.clock.install({ time: Date.now() + 50 * 60_000 })
  await openDesk(page, server.url, anna, '/bookings?sort=created_at')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const record = await openRow(page, name)
  await expect(record).toContainText(/due in (24 h|23 h 5\d min)/)
  const told = await anna.client.from('notes').insert({ booking_id: id, body: 'Rings on Monday' })
  expect(told.error).toBeNull()
  await promptly(page, (within) => expect(record).toContainText('Rings on Monday', within), 2000)
})

test('a booking that is gone, or never was, says so', async ({ page, server, faults }) => {
  faults.expect(/status of 404/)
  await openDesk(page, server.url, anna, `/bookings?item=${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'This booking is no longer here' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).last().click()
  await expect(page).toHaveURL(/bookings$/)
})

test('axe finds nothing: the list, its filters, a record, the choice of a time, nothing found', async ({
  page,
  server,
  faults,
}) => {
  test.slow()
  faults.expect(/status of 409/)
  const name = `Axel ${mark()}`
  await sendBooking(server.url, { name, message: 'Hello.' })
  await openDesk(page, server.url, anna, '/bookings?status=open&sort=created_at')
  await expect(rowOf(page, name)).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(recordOf(page, name)).toContainText('Hello.')
  await isAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog').getByLabel('Day').fill('2020-01-01')
  await page.getByRole('button', { name: /^Confirm \d/ }).click()
  await expect(page.getByRole('alert')).toContainText('That time has passed.')
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await searchFor(page, 'nobody at all')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await isAccessible(page)
})

test('who deals with one row after the other by keys skips none, whether it leaves the list or moves in it', async ({
  page,
  server,
}) => {
  const word = mark()
  // The longest waiting comes first.
  for (const name of ['Step One', 'Step Two', 'Step Three', 'Step Four', 'Step Five']) {
    await sendBooking(server.url, {
      name: `${name} ${word}`,
      company: word,
      preferred_time: wednesday(10, '11:00'),
    })
  }
  await openDesk(page, server.url, anna, '/bookings?status=new')
  await searchFor(page, word)
  await expect(page.getByText('of 5')).toBeVisible()
  const link = (name: string) => page.getByRole('link', { name: `${name} ${word}` })
  const row = (name: string) => rowOf(page, `${name} ${word}`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(link('Step Two')).toBeFocused()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row('Step Two')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(link('Step Three')).toBeFocused()

  // Directly from the list; the record shows the change, and each button its shortcut.
  await page.keyboard.press('e')
  await expect(row('Step Three')).toHaveCount(0)
  const record = recordOf(page, `Step Three ${word}`)
  await expect(record.getByRole('button', { name: 'Open again' })).toHaveAttribute('aria-keyshortcuts', 'o')
  await expect(record.getByRole('button', { name: 'Open again' })).toHaveAttribute('title', 'Open again (o)')
  await page.keyboard.press('t')
  await expect(record).toContainText('You took it')
  await page.keyboard.press('Escape')
  await expect(link('Step Four')).toBeFocused()

  // The row moves to the other end of the list.
  await page.goto(`${server.url}/desk/bookings?sort=status`)
  await searchFor(page, word)
  await page.keyboard.press('Enter')
  await link('Step Five').focus()
  await page.keyboard.press('s')
  await expect(row('Step Five')).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(row('Step Five')).toBeVisible()
  await page.keyboard.press('Escape')

  // Single-letter shortcuts can be turned off, and on again without a shortcut.
  await page.keyboard.press('?')
  await page.getByLabel('Keys of one letter are on').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).not.toBeFocused()
  await page.getByRole('button', { name: 'Anna, Owner' }).click()
  await page.getByRole('menuitem', { name: 'Keys' }).click()
  await page.getByLabel('Keys of one letter are on').check()
})
