import { booking } from '#server/lib/db/rows-testing.ts'
import { fillBooking, openBooking, passTime, someBooking, submitOf } from './booking.ts'
import { clientOf, createMember, openDesk } from './desk.ts'
import { expect, test } from './desk-test.ts'
import { confirmCall, mark, namesOn, openRow, rowOf, searchFor, sendBooking, wednesday } from './inbox.ts'
import { lettersTo } from './letters.ts'
import { visit } from './site.ts'

test.use({ timezoneId: 'Africa/Johannesburg' })

test('shows a new booking without a reload, and does not move the row under the pointer', async ({
  page,
  at,
  anna,
  browser,
}) => {
  const name = `Zanele ${mark()}`
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const visitor = await browser.newContext({ baseURL: at.url })
  const site = await visitor.newPage()
  const asked: string[] = []
  site.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(site)
  const form = await openBooking(site)
  await fillBooking(form, someBooking({ name, company: 'First & Sons' }))
  await passTime(site)
  await submitOf(form).click()
  await expect(rowOf(page, name)).toContainText('just now')
  await expect(page.getByText(`New booking from ${name}, First & Sons`)).toBeAttached()
  await expect(page).toHaveTitle(/^\(\d+\) Bookings/)
  // Visitors do not load any of the desk's code.
  expect(asked.filter((path) => path.startsWith('/desk'))).toEqual([])
  expect(await site.locator('a[href*="/desk"]').count()).toBe(0)
  await visitor.close()

  // The pointer is over the first row, as it would be just before a click.
  await rowOf(page, name).hover()
  const place = await rowOf(page, name).boundingBox()
  await sendBooking(at.url, { name: `${name} Second` })
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(rowOf(page, `${name} Second`)).toHaveCount(0)
  expect(await rowOf(page, name).boundingBox()).toEqual(place)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(rowOf(page, `${name} Second`)).toBeVisible()
})

test('shows a new booking within a minute even if the realtime notification is lost', async ({ page, at, anna }) => {
  const name = `Unsaid ${mark()}`
  await page.clock.install()
  await page.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((text) => {
      if (!String(text).includes('"INSERT"')) socket.send(text)
    })
  })
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await sendBooking(at.url, { name })
  const afterAMinute = async () => {
    await page.clock.fastForward(61_000)
    return rowOf(page, name).count()
  }
  await expect.poll(afterAMinute).toBe(1)
})

test('shows close matches and the number of hidden matches, and restores the search after a reload without using the URL', async ({
  page,
  at,
  anna,
}) => {
  const word = mark()
  await sendBooking(at.url, { name: 'Jürgen Müller', company: word, phone: '+27 21 555 0100' })
  await sendBooking(at.url, { name: 'Sam Pill', company: word, budget_note: 'cheap' })
  await openDesk(page, at.url, anna, '/bookings')
  const search = page.getByRole('searchbox', { name: 'Search' })
  const finds = async (term: string, names: string[]) => {
    await searchFor(page, term)
    await expect.poll(() => namesOn(page)).toEqual(names)
  }
  for (const term of ['Muller', '0215550100', 'Mulelr']) await finds(`${word.toUpperCase()} ${term}`, ['Jürgen Müller'])
  await expect(page.getByText(/^No exact match for .* Mulelr\. Closest matches:/)).toBeVisible()
  await finds(`${word} Sam`, [])
  await expect(page.getByText('1 in suspected spam')).toBeVisible()
  // Each filter shows how many search results match it.
  const views = page.getByRole('group', { name: 'Views' }).getByRole('button')
  await expect(views).toHaveText([
    ...['All 0', 'Open 0', 'Overdue 0', 'Waiting 0', 'Confirmed 0', 'Follow-ups 0', 'Suspected spam 1'],
  ])
  await page.getByRole('button', { name: 'Show matches in suspected spam' }).click()
  await finds(`${word} Sam`, ['Sam Pill'])
  await searchFor(page, `jürgen ${word}`)
  await page.getByRole('button', { name: 'Show matches outside this list' }).click()
  await finds(`jürgen ${word}`, ['Jürgen Müller'])
  await page.reload()
  await expect(search).toHaveValue(`jürgen ${word}`)
  await expect.poll(() => namesOn(page)).toEqual(['Jürgen Müller'])
  expect(page.url()).not.toContain(word)

  // The search remains after a visit to another screen.
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('link', { name: 'Bookings' }).click()
  await expect(search).toHaveValue(`jürgen ${word}`)
  // Opening a URL in the same tab shows exactly the list that the URL describes.
  await page.goto(page.url())
  await expect(search).toHaveValue('')
  await searchFor(page, `${word} nobody at all`)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page.locator('tbody').getByRole('row').first()).toBeVisible()
})

test('shows a visitor’s proposal at once, marks it as overdue after a day, and lets a member confirm or decline it', async ({
  page,
  at,
  anna,
  stored,
}) => {
  const name = `Wilma ${mark()}`
  const id = await sendBooking(at.url, { name, time_zone: 'Asia/Kolkata' })
  await confirmCall(anna, id, wednesday(30, '09:00'), { call_minutes: 45 })
  await openDesk(page, at.url, anna, '/bookings?status=open')
  await searchFor(page, name)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await stored.propose(id, wednesday(30, '11:30'), 23)
  await expect(rowOf(page, name)).toContainText(/due soon, (1 h|59 min) left/)
  await expect(rowOf(page, name)).toContainText('Requested another time')
  const record = await openRow(page, name)
  const asked = record.getByRole('region', { name: 'Requested another time' })
  await expect(asked).toContainText('1:30 PM')
  await expect(asked).toContainText('5:00 PM')
  await asked.getByRole('button', { name: 'Confirm 1:30 PM' }).click()
  await expect(record).toContainText('You: rescheduled for')
  await expect(asked).toHaveCount(0)
  await expect(record.getByRole('heading', { name: 'Confirmed, 45 minutes' })).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)

  await stored.propose(id, wednesday(31, '11:00'), 26)
  await page.getByRole('group', { name: 'Views' }).getByRole('button', { name: 'Overdue' }).click()
  await expect(rowOf(page, name)).toContainText(/overdue by (2 h|1 h 59 min)/)
  await asked.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline the new time' })
  await dialog.getByLabel('Reason (optional)').fill('Our office is closed then.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(record).toContainText('You declined')
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(record.getByRole('heading', { name: 'Confirmed, 45 minutes' })).toBeVisible()
})

test('keeps the filters, order and page of the bookings list in the URL, and aligns its deadlines while a record is open', async ({
  page,
  at,
  anna,
  ben,
  stored,
}) => {
  const word = mark()
  const rows = Array.from({ length: 51 }, (_, index) => booking({ name: `${word} ${index}`, company: word }))
  rows.push(booking({ name: 'Not found' }))
  expect((await clientOf(at.url).from('strategy_call_bookings').insert(rows)).error).toBeNull()
  const week = wednesday(4, '08:00')
  const late = await sendBooking(at.url, { name: 'Late', company: word, preferred_time: week })
  await stored.age('strategy_call_bookings', late, 41.57)
  await ben.client.from('strategy_call_bookings').update({ assigned_to: ben.id }).eq('id', late)
  await openDesk(page, at.url, anna, '/bookings')
  await searchFor(page, word)
  await expect(page.getByText('1–50 of 52')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('51–52 of 52')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByText('1–50 of 52')).toBeVisible()
  await expect(page).toHaveURL(/sort=name/)

  const shows = (...names: string[]) => expect.poll(() => namesOn(page)).toEqual(names)
  await page.getByLabel('Week of the call').selectOption('other')
  await page.getByLabel('Week of the call with').fill(week.slice(0, 10))
  await shows('Late')
  await page.getByLabel(/Week of the call/).blur()
  await page.getByLabel('Week of the call').selectOption('')
  await page.getByLabel('Assigned to').selectOption(ben.id)
  await page.getByRole('group', { name: 'Views' }).getByRole('button', { name: 'Overdue' }).click()
  await shows('Late')
  await page.reload()
  await shows('Late')
  await page.getByLabel('Assigned to').selectOption('me')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()

  await page.goto(`${at.url}/desk/bookings`)
  await openRow(page, 'Late')
  const bars = page.locator('tbody [data-column=clock]')
  const edges = await bars.evaluateAll((all) =>
    all.map((bar) => [bar.getBoundingClientRect().left, bar.getBoundingClientRect().right].join()),
  )
  expect(new Set(edges).size).toBe(1)
  // The text with the overdue time fits on one line.
  const words = rowOf(page, 'Late').getByText(/^overdue by 17 h 3\d min$/)
  expect((await words.boundingBox())?.height).toBeLessThan(20)
})

test('shows a member at once what a colleague assigns, and sends one email', async ({ page, at, ben, stored }) => {
  const rita = await createMember(at, 'agent', 'Rita')
  await openDesk(page, at.url, rita)
  await expect(page.getByRole('heading', { name: 'Nothing needs you now' })).toBeVisible()
  const id = await sendBooking(at.url, { company: 'Engines' })
  await ben.client.from('strategy_call_bookings').update({ assigned_to: rita.id }).eq('id', id)
  await expect(page.getByRole('region', { name: 'New for you' })).toContainText('Booking assigned by Ben')
  await stored.planLetters()
  const letters = async () => JSON.stringify(await lettersTo(at.folder, rita.email))
  await expect.poll(letters).toContain('Assigned to you: Engines')
})
