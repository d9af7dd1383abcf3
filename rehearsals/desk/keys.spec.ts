import { openDesk } from '#e2e/desk.ts'
import { expect, test } from '#e2e/desk-test.ts'
import { mark, recordOf, rowOf, searchFor, sendBooking, wednesday } from '#e2e/inbox.ts'

test.use({ timezoneId: 'Africa/Johannesburg' })

test('who deals with one row after the other by keys skips none, whether it leaves the list or moves in it', async ({
  page,
  at,
  anna,
}) => {
  const word = mark()
  // The longest waiting comes first.
  for (const name of ['Step One', 'Step Two', 'Step Three', 'Step Four', 'Step Five']) {
    await sendBooking(at.url, {
      name: `${name} ${word}`,
      company: word,
      preferred_time: wednesday(10, '11:00'),
    })
  }
  await openDesk(page, at.url, anna, '/bookings?status=new')
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
  await page.goto(`${at.url}/desk/bookings?sort=status`)
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
