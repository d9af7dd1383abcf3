import { message } from '#server/lib/db/rows-testing.ts'
import { clientOf, openDesk } from './desk.ts'
import { expect, test } from './desk-test.ts'
import { mark, recordOf, rowOf } from './inbox.ts'
import { phone } from './test.ts'

test.use(phone)

test('opens a message in place of the list on a phone, and restores the scroll position when the member goes back to the list', async ({
  page,
  at,
  ben,
}) => {
  const word = mark()
  const rows = Array.from({ length: 12 }, (_, index) => message({ name: `${word} ${index}` }))
  expect((await clientOf(at.url).from('contact_messages').insert(rows)).error).toBeNull()
  await openDesk(page, at.url, ben, '/messages?sort=created_at')
  // All messages arrived at the same time, so any of them may be last.
  const links = page.getByRole('link', { name: word })
  await expect(links).toHaveCount(12)
  const name = await links.last().innerText()
  await rowOf(page, name).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await page.getByRole('link', { name, exact: true }).tap()
  const record = recordOf(page, name)
  await expect(record).toBeInViewport()
  await expect(page.getByRole('table')).toBeHidden()
  await record.getByRole('button', { name: 'Back to the list' }).tap()
  await expect(record).toHaveCount(0)
  await expect(rowOf(page, name)).toBeInViewport()

  await page.getByRole('button', { name: 'Filters' }).tap()
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(page).toHaveURL(/down=false/)
  // No element is wider than the narrowest viewport.
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
