import { openDesk } from '#e2e/desk.ts'
import { expect, test } from '#e2e/desk-test.ts'

test('nobody but an owner is shown what is for owners', async ({ page, at, ben, vera }) => {
  await openDesk(page, at.url, ben, '/bookings')
  await expect(page.getByRole('link', { name: 'Exports' })).toBeVisible()
  for (const [title, path] of [
    ['People', 'people'],
    ['Settings', 'settings'],
    ['Webhooks', 'settings/webhooks'],
    ['Log', 'log'],
    ['Ready for the public', 'ready'],
  ] as const) {
    await expect(page.getByRole('link', { name: title })).toHaveCount(0)
    await page.evaluate((path) => history.pushState(null, '', `/desk/${path}`), path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('This is for owners')).toBeVisible()
  }
  await page.evaluate((session) => localStorage.setItem('desk', session), JSON.stringify(vera.session))
  await page.goto(`${at.url}/desk/exports`)
  await expect(page.getByText('This is for owners and agents')).toBeVisible()
})
