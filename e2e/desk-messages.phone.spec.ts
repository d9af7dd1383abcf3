import { colleague, openDesk } from './desk.ts'
import { mark, recordOf, rowOf, sendMessage } from './inbox.ts'
import { expect, test } from './test.ts'

test('on a phone the message takes the list’s place, and Back finds the list where it was', async ({
  page,
  server,
  folder,
}) => {
  const anna = await colleague({ folder, url: server.url }, 'agent', 'Anna')
  const word = mark()
  for (let at = 0; at < 12; at++) await sendMessage(server.url, { name: `${word} ${at}` })
  await openDesk(page, server.url, anna, '/messages?sort=created_at')
  const name = `${word} 1`
  await rowOf(page, name).scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(100)
  await page.getByRole('link', { name, exact: true }).tap()
  const record = recordOf(page, name)
  await expect(record).toBeInViewport()
  await expect(page.getByRole('table')).toBeHidden()
  await record.getByRole('button', { name: 'Back to the list' }).tap()
  await expect(record).toHaveCount(0)
  await expect(rowOf(page, name)).toBeInViewport()

  await page.getByRole('button', { name: 'Filters' }).tap()
  await page.getByLabel('Order').selectOption('Oldest first')
  await expect(page).toHaveURL(/down=false/)
  // Nothing is wider than the smallest viewport.
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
