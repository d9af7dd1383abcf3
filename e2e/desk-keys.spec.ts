import { openDesk } from './desk.ts'
import { expect, test } from './desk-test.ts'
import { mark, openRow, recordOf, rowOf, sendBooking, wednesday } from './inbox.ts'

test.use({ timezoneId: 'Africa/Johannesburg' })

test('lets a member find, open and confirm bookings with only the keyboard', async ({ page, at, anna }) => {
  const word = mark()
  for (const name of ['Kay First', 'Kay Middle', 'Kay Last']) {
    await sendBooking(at.url, {
      name: `${name} ${word}`,
      company: word,
      preferred_time: wednesday(10, '09:00'),
    })
  }
  await openDesk(page, at.url, anna, '/bookings')
  await expect(page.locator('tbody')).toBeVisible()
  // A German keyboard produces this event.
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
  await expect(page.locator('tbody a[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const record = recordOf(page, `Kay Middle ${word}`)
  await expect(record.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  await expect(link('Kay Middle')).toBeFocused()

  // The shortcut opens the row without Enter.
  await page.keyboard.press('p')
  await expect(record.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Typed a and c here')
  await page.keyboard.press('Control+Enter')
  await expect(record).toContainText('Typed a and c here')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(record.getByLabel('Assign to')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Confirm the call' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(record).toBeVisible()
  await page.keyboard.press('c')
  // A key pressed before the dialog opens would be lost.
  await expect(page.getByRole('dialog', { name: 'Confirm the call' }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(record).toContainText('You: New → Confirmed')
  await expect(page.getByRole('dialog', { name: 'Confirm the call' })).toHaveCount(0)
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // The record is now answered and its row is last in the list, so the focus moves to the next row.
  await expect(link('Kay Last')).toBeFocused()

  // Single-letter shortcuts can be turned off, and turned on again without a shortcut.
  await page.keyboard.press('?')
  await page.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).not.toBeFocused()
  await page.getByRole('button', { name: 'Anna, Owner' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await page.getByLabel('Use single-key shortcuts').check()
})

test('keeps the desk screen readable after the connection is lost, and explains why actions are disabled', async ({
  page,
  at,
  anna,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  const name = `Rob ${mark()}`
  await sendBooking(at.url, { name })
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  await expect(record.getByRole('button', { name: 'Assign to me' })).toBeVisible()
  // If the connection drops during a change, the desk undoes the change and says so.
  await page.route('**/rpc/move_booking', async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await record.getByRole('button', { name: 'Spam' }).click()
  await expect(record.getByRole('alert')).toContainText('You are offline')
  const notice = page.getByText('You are offline. You can read this page')
  await expect(notice).toBeVisible()
  await expect(rowOf(page, name)).toContainText('New')
  for (const button of ['Cancel booking', 'Assign to me', 'Add note']) {
    await expect(record.getByRole('button', { name: button })).toBeDisabled()
  }
  await expect(record.getByLabel('Assign to')).toBeDisabled()
  await record.getByLabel('Note').fill('Typed meanwhile')
  // Each failed request shows an error message; all of these messages disappear when the connection is back.
  await expect(page.getByText('You are offline. This page may be out of date.').nth(1)).toBeVisible()
  await page.unroute('**/rpc/move_booking')
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(record.getByLabel('Note')).toHaveValue('Typed meanwhile')
  await record.getByRole('button', { name: 'Assign to me' }).click()
  await expect(record.getByLabel('Assign to')).toHaveValue(anna.id)
})
