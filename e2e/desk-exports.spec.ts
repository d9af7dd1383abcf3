import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { createMember, openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { confirmCall, mark, sendBooking, wednesday } from './inbox.ts'

test('lets a member download the bookings as a CSV file', async ({ page, at, ben }) => {
  const name = `Mere ${mark()}`
  await sendBooking(at.url, { name, company: 'Dockside ERP' })
  await openDesk(page, at.url, ben, '/exports')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export bookings' }).click()
  const text = await readFile(await (await download).path())
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  expect(rows.filter((row) => row.name === name)).toMatchObject([{ company: 'Dockside ERP', status: 'new' }])
  await expect(page.getByText(/^Saved: /)).toBeVisible()
  await looksRight(page)
})

test('exports one visitor’s data, and erases it from the database, the visitor’s call page and every open screen', async ({
  page,
  at,
  anna,
  stored,
  browser,
  faults,
}) => {
  faults.expect(/status of 404/)
  const karl = await createMember(at, 'agent', 'Karl')
  const name = `Pia ${mark()}`
  const email = `gone-${mark()}@example.com`
  const id = await sendBooking(at.url, { email, name, phone: '+64 21 555 0100' })
  await confirmCall(karl, id, wednesday(9, '14:00'))
  // Another member has three screens open: the booking, the visitor and the emails.
  const theirs = await browser.newContext()
  const [record, person, letters] = [await theirs.newPage(), await theirs.newPage(), await theirs.newPage()]
  await openDesk(record, at.url, karl, `/bookings?item=${id}`)
  await openDesk(person, at.url, karl, `/person?booking=${id}`)
  await openDesk(letters, at.url, karl, '/letters')
  await expect(record.getByRole('link', { name: email })).toBeVisible()
  await expect(person.getByRole('heading', { name })).toBeVisible()
  await expect(letters.getByText(name).first()).toBeVisible()
  await looksRight(letters)
  await openDesk(page, at.url, anna, '/settings')
  await page.getByLabel('Visitor’s email address').fill(email)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download data' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ email, bookings: [{ phone: '+64 21 555 0100' }] })
  await page.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    /There is a call with this visitor on Wednesday.*, assigned to Karl\. It will be cancelled\./,
  )
  await page.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByText('Erased: 1 booking, 0 messages')).toBeVisible()
  expect(await stored.bookings(email)).toEqual([])
  await expect(record.getByRole('heading', { name: 'This booking no longer exists' })).toBeVisible()
  await expect(person.getByText('This visitor’s data no longer exists.')).toBeVisible()
  for (const screen of [record, person, letters]) await expect(screen.getByText(name)).toHaveCount(0)
  await theirs.close()
})
