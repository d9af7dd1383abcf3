import { colleague, openDesk } from './desk.ts'
import { isOpen } from './desk-way-in.ts'
import { expect, test } from './test.ts'

test('signing out lets what was asked for arrive, and asks for nothing with a session that ends', async ({
  page,
  server,
  folder,
}) => {
  const gina = await colleague({ folder, url: server.url }, 'agent', 'Gina')
  // A busy server: the list is asked for in time, and would be looked up after the session has ended.
  const asked: string[] = []
  await page.route('**/rest/v1/rpc/list_bookings', async (route) => {
    asked.push('list')
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  page.on('response', (answer) => {
    if (/list_bookings|logout/.test(answer.url())) asked.push(`${answer.status()}`)
  })
  await openDesk(page, server.url, gina, '/bookings')
  await isOpen(page)
  await expect.poll(() => asked).toContain('list')
  await page.getByRole('button', { name: /^Gina/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await expect.poll(() => asked.at(-1)).toBe('204')
  expect(asked.filter((status) => /^4/.test(status))).toEqual([])
})
