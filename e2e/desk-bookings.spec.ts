import { fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { type Colleague, colleague, openDesk } from './desk.ts'
import {
  mark,
  namesOn,
  openRow,
  ownServer,
  rowOf,
  searchFor,
  sendBooking,
  unhurried,
  wednesday,
} from './inbox.ts'
import { promptly } from './promptly.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

test.use({ ...ownServer, timezoneId: 'Africa/Johannesburg' })

let anna: Colleague
let ben: Colleague
test.beforeAll(async ({ server, folder }) => {
  const at = { folder, url: server.url }
  anna = await colleague(at, 'owner', 'Anna')
  ben = await colleague(at, 'agent', 'Ben')
})

test('a booking appears without reload in under a second, and moves no row that is pointed at', async ({
  page,
  server,
  browser,
}) => {
  await openDesk(page, server.url, anna, '/bookings?sort=created_at')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const visitor = await browser.newContext({ baseURL: server.url })
  const site = await visitor.newPage()
  await visit(site)
  const form = await openBooking(site)
  await fillBooking(form, someBooking({ name: 'Zanele First', company: 'First & Sons' }))
  await unhurried(site)
  const stored = site.waitForResponse((answer) => answer.url().includes('/strategy_call_bookings'))
  await submitOf(form).click()
  expect((await stored).status()).toBe(201)
  await promptly(page, (within) => expect(rowOf(page, 'Zanele First')).toBeVisible(within))
  await expect(rowOf(page, 'Zanele First')).toContainText('just in')
  await expect(page.getByText('New booking from Zanele First, First & Sons')).toBeAttached()
  await expect(page).toHaveTitle(/^\(\d+\) Bookings/)

  // The pointer is about to click the first row.
  await rowOf(page, 'Zanele First').hover()
  const place = await rowOf(page, 'Zanele First').boundingBox()
  await sendBooking(server.url, { name: 'Zanele Second' })
  await promptly(page, (within) => expect(page.getByRole('button', { name: '1 new' })).toBeVisible(within))
  await expect(rowOf(page, 'Zanele Second')).toHaveCount(0)
  expect(await rowOf(page, 'Zanele First').boundingBox()).toEqual(place)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(rowOf(page, 'Zanele Second')).toBeVisible()
  await visitor.close()
})

test('the search finds what was meant, says what it leaves out, and outlives a reload with nothing in the address', async ({
  page,
  server,
}) => {
  const word = mark()
  await sendBooking(server.url, { name: 'Jürgen Müller', company: word, phone: '+27 21 555 0100' })
  await sendBooking(server.url, { name: 'Sam Pill', company: word, budget_note: 'cheap' })
  for (const [name, company] of [
    ['Percy Percent', `${word} 100% Cloud`],
    ['Percy Plain', `${word} 100x Cloud`],
    ['Una Score', `${word} snake_case, Inc.`],
    ['Una Other', `${word} snakeXcase Inc`],
    ['Bea Slash', `${word} back\\slash`],
    ['Stella Star', `${word} five*stars`],
  ] as const) {
    await sendBooking(server.url, { name, company })
  }
  await openDesk(page, server.url, anna, '/bookings')
  const finds = async (term: string, names: string[]) => {
    await searchFor(page, term)
    await expect.poll(async () => (await namesOn(page)).toSorted()).toEqual(names)
  }
  await finds(`${word.toUpperCase()} 100%`, ['Percy Percent'])
  await finds(`${word} snake_case, inc`, ['Una Score'])
  await finds(`${word} back\\s`, ['Bea Slash'])
  await finds(`${word} five*st`, ['Stella Star'])
  for (const term of ['Muller', '0215550100', '27-21-5550100'])
    await finds(`${word} ${term}`, ['Jürgen Müller'])
  await finds(`${word} Mulelr`, ['Jürgen Müller'])
  await expect(page.getByText(`Nothing is spelled ${word} Mulelr. This comes near:`)).toBeVisible()
  await finds(`${word} Sam`, [])
  await expect(page.getByText('1 in Spam?')).toBeVisible()
  await page.getByRole('button', { name: 'Show what is in Spam?' }).click()
  await finds(`${word} Sam`, ['Sam Pill'])
  await searchFor(page, `una ${word}`)
  await page.getByRole('button', { name: 'Show what is outside of this list' }).click()
  await finds(`una ${word}`, ['Una Other', 'Una Score'])
  await page.reload()
  await finds(`una ${word}`, ['Una Other', 'Una Score'])
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(`una ${word}`)
  expect(page.url()).not.toContain(word)

  // Back from another view, it is still there.
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('link', { name: 'Bookings' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(`una ${word}`)
  await searchFor(page, `${word} nobody at all`)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  await expect(page.locator('tbody').getByRole('row').first()).toBeVisible()
})

test('filters and order stand in the address and mean what they say', async ({ page, server, stored }) => {
  const word = mark()
  const from = (utm: string) => ({ landing_page: `${server.url}/?utm_source=${utm}` })
  const ids = {
    early: await sendBooking(server.url, {
      name: 'Early',
      company: `${word} Zulu`,
      email: `early.${word}@example.com`,
      preferred_time: wednesday(3, '08:00'),
      ...from(word),
    }),
    late: await sendBooking(server.url, {
      name: 'Late',
      company: `${word} Alpha`,
      preferred_time: wednesday(4, '08:00'),
    }),
    robot: await sendBooking(server.url, { name: 'Robot', company: word, budget_note: 'cheap pills' }),
    done: await sendBooking(server.url, {
      name: 'Done',
      company: word,
      preferred_time: wednesday(4, '09:00'),
    }),
  }
  await stored.age('strategy_call_bookings', ids.early, 30)
  await ben.client.from('strategy_call_bookings').update({ assigned_to: ben.id }).eq('id', ids.late)
  await anna.client.rpc('move_booking', { booking: ids.done, expected: 'new', target: 'cancelled' })
  await openDesk(page, server.url, anna, '/bookings')
  await searchFor(page, word)
  const shows = async (...names: string[]) => {
    await expect(page.getByText(`of ${names.length}`)).toBeVisible()
    await expect.poll(() => namesOn(page)).toEqual(names)
  }
  // Urgent ones first.
  await shows('Early', 'Late', 'Done')

  const views = page.getByRole('group', { name: 'Which' })
  for (const [view, names] of [
    ['Open', ['Early', 'Late']],
    ['Overdue', ['Early']],
    ['Spam?', ['Robot']],
  ] as const) {
    await views.getByRole('button', { name: view }).click()
    await expect(page).toHaveURL(new RegExp(`status=${encodeURIComponent(view.toLowerCase())}`))
    await shows(...names)
  }
  await page.getByLabel('Status').selectOption('cancelled')
  await shows('Done')
  await page.reload()
  await shows('Done')
  await page.getByLabel('Status').selectOption('')

  const week = page.getByLabel('Week of the call')
  await week.selectOption({ index: 9 })
  await week.selectOption('other')
  await page.getByLabel('Week of the call with').fill(wednesday(4, '00:00').slice(0, 10))
  await shows('Late', 'Done')
  await page.getByLabel(/Week of the call/).blur()
  await week.selectOption('')
  await page.getByLabel('Source').selectOption(word)
  await shows('Early')
  await page.getByLabel('Source').selectOption('')
  await page.getByLabel('Assigned to').selectOption(ben.id)
  await shows('Late')
  await page.getByLabel('Assigned to').selectOption('nobody')
  await shows('Early', 'Done')
  await page.getByLabel('Assigned to').selectOption('me')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByLabel('Assigned to').selectOption('')

  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Company').getByRole('button').click()
  await shows('Done', 'Late', 'Early')
  await expect(head('Company')).toHaveAttribute('aria-sort', 'ascending')
  await head('Company').getByRole('button').click()
  await shows('Early', 'Late', 'Done')
  await head('Call').getByRole('button').click()
  await shows('Early', 'Late', 'Done')
  await expect(page).toHaveURL(/sort=call_at/)
})

test('a list of three pages is walked through, and a page behind its end leads back', async ({
  page,
  server,
}) => {
  const word = mark()
  await sendBooking(server.url, { name: `${word} 0`, company: word })
  const rows = Array.from({ length: 101 }, (_, index) => ({
    name: `${word} ${index + 1}`,
    company: word,
  }))
  for (let at = 0; at < rows.length; at += 20) {
    await Promise.all(rows.slice(at, at + 20).map((row) => sendBooking(server.url, row)))
  }
  await openDesk(page, server.url, anna, '/bookings?page=3')
  await searchFor(page, word)
  await expect(page.getByText('1–50 of 102')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('51–100 of 102')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('101–102 of 102')).toBeVisible()
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.goto(`${server.url}/desk/bookings?page=9000`)
  await page.getByRole('button', { name: 'To the first page' }).click()
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(50)
})

test('a wish for another time is open from the moment it comes, overdue after a day, and then answered', async ({
  page,
  server,
  stored,
}) => {
  const name = `Wilma ${mark()}`
  const id = await sendBooking(server.url, { name, preferred_time: wednesday(30, '09:00') })
  const start = { call_start: wednesday(30, '10:00') }
  const move = { booking: id, expected: 'new', target: 'confirmed', ...start }
  expect((await anna.client.rpc('move_booking', move)).error).toBeNull()
  await openDesk(page, server.url, anna, '/bookings?status=open')
  await searchFor(page, name)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await stored.propose(id, wednesday(31, '10:00'), 23)
  await promptly(page, (within) =>
    expect(rowOf(page, name)).toContainText(/at risk, (1 h|59 min) left/, within),
  )
  await expect(rowOf(page, name)).toContainText('Asks for another time')

  await stored.propose(id, wednesday(31, '11:00'), 26)
  await page.getByRole('group', { name: 'Which' }).getByRole('button', { name: 'Overdue' }).click()
  await expect(rowOf(page, name)).toContainText(/breached (2 h|1 h 59 min) ago/)
  await openRow(page, name)
  await page.getByRole('button', { name: 'Leave it as it is' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
})
