import { openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { offered } from './hosts.ts'

// Visitors are offered the times of hosts, which tests of the site do not expect.
test.use({ ownServer: true })

test('an agent says when they take calls, and the site offers those times', async ({ page, at, ben }) => {
  const hours = async () => [...new Set((await offered(at.url)).map((time) => time.slice(11, 16)))].sort()
  expect(await hours()).toEqual([])
  await openDesk(page, at.url, ben, '/week')
  await expect(page.getByRole('heading', { name: 'Week' })).toBeVisible()
  await page.keyboard.type('gu')
  await expect(page.getByRole('heading', { name: 'Hours' })).toBeFocused()
  await page.getByRole('button', { name: 'Take calls in these hours' }).click()
  await expect(page.getByLabel('Monday: from')).toHaveValue('09:00')

  await page.getByLabel('Time zone').fill('UTC')
  await page.getByLabel('Monday: from').fill('10:00')
  await page.getByLabel('Monday: until').fill('11:00')
  await page.getByRole('button', { name: 'Copy to Tuesday–Friday' }).press('Enter')
  await expect(page.getByText('5 h a week')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await expect(page.getByLabel('Friday: until')).toHaveValue('11:00')
  // Enter in a field saves, as in any form.
  await page.getByLabel('Notice, hours').fill('0')
  await page.getByLabel('Notice, hours').press('Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByText('5 calls can be given next week')).toBeVisible()
  expect(await hours()).toEqual(['10:00', '10:15', '10:30'])
  await looksRight(page)

  await page.getByLabel('Monday: until').fill('09:00')
  await page.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByText('These hours end before they begin.')).toBeVisible()
  await expect(page.getByLabel('Monday: from')).toBeFocused()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByLabel('Monday: until')).toHaveValue('11:00')
})
