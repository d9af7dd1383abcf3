import { clientOf, colleague, openDesk } from '#e2e/desk.ts'
import { expect, looksRight, test } from '#e2e/desk-test.ts'
import {
  mark,
  namesOn,
  openRow,
  recordOf,
  rowOf,
  searchFor,
  sendBooking,
  sendMessage,
  wednesday,
} from '#e2e/inbox.ts'
import { booking } from '#server/lib/db/rows-testing.ts'

test.use({ timezoneId: 'Africa/Johannesburg' })

test('filters and order stand in the address and mean what they say', async ({
  page,
  at,
  anna,
  ben,
  stored,
}) => {
  const word = mark()
  const ids = {
    early: await sendBooking(at.url, {
      name: 'Early',
      company: `${word} Zulu`,
      preferred_time: wednesday(3, '08:00'),
      landing_page: `${at.url}/?utm_source=${word}`,
    }),
    late: await sendBooking(at.url, {
      name: 'Late',
      company: `${word} Alpha`,
      preferred_time: wednesday(4, '08:00'),
    }),
    robot: await sendBooking(at.url, { name: 'Robot', company: word, budget_note: 'cheap pills' }),
    done: await sendBooking(at.url, {
      name: 'Done',
      company: word,
      preferred_time: wednesday(4, '09:00'),
    }),
  }
  await stored.age('strategy_call_bookings', ids.early, 30)
  await ben.client.from('strategy_call_bookings').update({ assigned_to: ben.id }).eq('id', ids.late)
  await anna.client.rpc('move_booking', { booking: ids.done, expected: 'new', target: 'cancelled' })
  await openDesk(page, at.url, anna, '/bookings')
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

  const callWeek = page.getByLabel('Week of the call')
  await callWeek.selectOption('other')
  await page.getByLabel('Week of the call with').fill(wednesday(4, '00:00').slice(0, 10))
  await shows('Late', 'Done')
  await page.getByLabel(/Week of the call/).blur()
  await callWeek.selectOption('')
  await page.getByLabel('Source').selectOption(word)
  await shows('Early')
  await page.getByLabel('Source').selectOption('')
  for (const [who, names] of [
    [ben.id, ['Late']],
    ['nobody', ['Early', 'Done']],
  ] as const) {
    await page.getByLabel('Assigned to').selectOption(who)
    await shows(...names)
  }
  await page.getByLabel('Assigned to').selectOption('me')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByLabel('Assigned to').selectOption('')

  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Company').getByRole('button').click()
  await shows('Done', 'Late', 'Early')
  await expect(head('Company')).toHaveAttribute('aria-sort', 'ascending')
  await head('Company').getByRole('button').click()
  await shows('Early', 'Late', 'Done')
  await looksRight(page)

  // Beside an open record, each row's bar begins and ends where the others do, and what is breached stands on one line.
  await stored.age('strategy_call_bookings', ids.early, 41.57)
  const clara = await colleague(at, 'agent', 'Clara-Featherstonehaugh')
  await clara.client.from('strategy_call_bookings').update({ assigned_to: clara.id }).eq('id', ids.late)
  await page.reload()
  await openRow(page, 'Early')
  const words = rowOf(page, 'Early').getByText(/^breached 17 h 3\d min ago$/)
  await expect(words).toBeVisible()
  await expect(rowOf(page, 'Late')).toContainText('Clara')
  const bars = page.locator('tbody [data-column=clock]')
  const edges = await bars.evaluateAll((all) =>
    all.map((bar) => [bar.getBoundingClientRect().left, bar.getBoundingClientRect().right]),
  )
  expect(edges).toEqual([edges[0], edges[0], edges[0]])
  expect((await words.boundingBox())?.height).toBeLessThan(20)
})

test('a list of three pages is walked through, and a page behind its end leads back', async ({
  page,
  at,
  anna,
}) => {
  const word = mark()
  const rows = Array.from({ length: 102 }, (_, index) => booking({ name: `${word} ${index}`, company: word }))
  const { error } = await clientOf(at.url).from('strategy_call_bookings').insert(rows)
  expect(error).toBeNull()
  await openDesk(page, at.url, anna, '/bookings?page=3')
  await searchFor(page, word)
  await expect(page.getByText('1–50 of 102')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('51–100 of 102')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('101–102 of 102')).toBeVisible()
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.goto(`${at.url}/desk/bookings?page=9000`)
  await page.getByRole('button', { name: 'To the first page' }).click()
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(50)
})

test('messages are searched, filtered, given and noted like bookings', async ({
  page,
  at,
  anna,
  ben,
  stored,
}) => {
  const word = mark()
  const old = await sendMessage(at.url, { name: 'Old', company: word })
  await stored.age('contact_messages', old, 30)
  await sendMessage(at.url, {
    name: 'Fresh',
    company: word,
    landing_page: `https://x.example/?utm_source=${word}`,
  })
  const closed = await sendMessage(at.url, { name: 'Shut', company: word })
  await ben.client.rpc('move_message', { message: closed, expected: 'new', target: 'closed' })
  await sendMessage(at.url, { name: 'Robot', company: word, budget_note: 'pills' })
  await openDesk(page, at.url, anna, '/messages')
  await searchFor(page, word)
  const shows = (...names: string[]) => expect.poll(() => namesOn(page)).toEqual(names)
  await shows('Old', 'Fresh', 'Shut')
  const views = page.getByRole('group', { name: 'Which' })
  await views.getByRole('button', { name: 'Open' }).click()
  await shows('Old', 'Fresh')
  await views.getByRole('button', { name: 'Overdue' }).click()
  await shows('Old')
  await expect(rowOf(page, 'Old')).toContainText('breached 6 h ago')
  await views.getByRole('button', { name: 'Spam?' }).click()
  await shows('Robot')
  await views.getByRole('button', { name: 'All' }).click()
  await page.getByLabel('Source').selectOption(word)
  await shows('Fresh')
  const record = await openRow(page, 'Fresh')
  await expect(record).toContainText(word)
  await page.keyboard.press('a')
  await expect(record.getByLabel('Give it to')).toBeFocused()
  await page.keyboard.type('Ben')
  await expect(record).toContainText('You assigned it to Ben')
  await record.getByLabel('Note').fill('Rings on Monday.')
  await record.getByRole('button', { name: 'Add note' }).click()
  await expect(record.getByText('Rings on Monday.')).toBeVisible()
  await looksRight(page)
  await page.goBack()
  await expect(recordOf(page, 'Fresh')).toHaveCount(0)
})
