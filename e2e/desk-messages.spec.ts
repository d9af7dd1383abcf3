import { randomUUID } from 'node:crypto'
import { brand } from '#content/brand.ts'
import { contact } from '#content/contact.ts'
import { passTime } from './booking.ts'
import { openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { holdBack } from './hold-back.ts'
import { mark, openRow, rowOf, searchFor, sendMessage } from './inbox.ts'
import { fillMessage, messageFormOf, someMessage } from './message.ts'
import { visit } from './site.ts'

test('shows a new message without a reload', async ({ page, at, ben, browser }) => {
  const name = `Sipho ${mark()}`
  await openDesk(page, at.url, ben, '/messages?sort=created_at')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const visitor = await browser.newContext({ baseURL: at.url })
  const site = await visitor.newPage()
  await visit(site, 'contact')
  const form = messageFormOf(site)
  await fillMessage(form, someMessage({ name }))
  await passTime(site)
  await form.getByRole('button', { name: contact.form.submit }).click()
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Messages/)
  await visitor.close()
})

test('[V5] shows a message’s markup as text, and lets members change the status unless another member changed it first', async ({
  page,
  at,
  anna,
  ben,
  faults,
}) => {
  faults.expect(/status of 409/)
  const name = `Lindiwe ${mark()}`
  const markup = '<img src=x onerror=alert(1)>'
  const id = await sendMessage(at.url, {
    name,
    message: `${markup}\nSecond line.`,
    inquiry_type: 'support',
  })
  await openDesk(page, at.url, anna, '/messages')
  const record = await openRow(page, name)
  await expect(record.getByText(markup)).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
  await expect(record.getByRole('heading', { name: 'Support' })).toBeVisible()
  await expect(record.getByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
    'href',
    `mailto:ada@example.com?subject=${encodeURIComponent(`Your message to ${brand.name}`)}`,
  )

  await page.keyboard.press('c')
  await expect(rowOf(page, name)).toContainText('Answered')
  await expect(record).toContainText(/answered in \d min/)
  await record.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(record).toContainText('You: Answered → Closed')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rowOf(page, name)).toContainText('Answered')
  // The page has just loaded the data again; later requests are delayed.
  await expect(record.getByText('You: Closed → Answered')).toBeVisible()
  await expect(record.getByRole('button', { name: 'Close', exact: true })).toBeEnabled()

  // Another member was faster, and this page has not been notified yet. Delays both the record and the list, because
  // the record would otherwise show newer data from the list.
  const release = await holdBack(page, /\/rpc\/(read_message|list_messages)/)
  await ben.client.rpc('move_message', { message: id, expected: 'answered', target: 'closed' })
  await record.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(record.getByText(/^Ben closed this \d+ s ago\./)).toBeVisible()
  release()
  await expect(record).toContainText('Ben: Answered → Closed')
  await expect(record.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('lets a member send a reply by keyboard, undo it and send it again, and keeps the draft after a reload', async ({
  page,
  at,
  ben,
}) => {
  const name = `Reply ${mark()}`
  const id = await sendMessage(at.url, { name })
  await openDesk(page, at.url, ben, '/messages')
  const record = await openRow(page, name)
  await page.keyboard.press('r')
  const field = record.getByLabel(/^Reply to/)
  await record.getByLabel('Start from a template').selectOption({ label: 'Two questions first' })
  await expect(field).toHaveValue(new RegExp(`^Hello ${name},`))
  await page.reload()
  await expect(field).toHaveValue(new RegExp(`^Hello ${name},`))
  await field.press('Control+Enter')
  await expect(rowOf(page, name)).toContainText('Answered')
  await expect(record).toContainText('You replied')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, name)).toContainText('New')
  await expect(record).toContainText('You undid the reply')
  await expect(field).toHaveValue(/By when do you need help/)
  await field.fill('Six weeks are enough.')
  await field.press('Control+Enter')
  await expect(record.getByText('Six weeks are enough.')).toBeVisible()
  await expect(record).toContainText('Waiting')
  const { data } = await ben.client.from('outbox').select('kind').eq('message_id', id).eq('kind', 'reply')
  expect(data).toHaveLength(1)
})

test('keeps a reply’s text if a captive portal responds instead of the server', async ({ page, at, ben, faults }) => {
  faults.expect(/ERR_FAILED/)
  const name = `Portal ${mark()}`
  await sendMessage(at.url, { name })
  await openDesk(page, at.url, ben, '/messages')
  const record = await openRow(page, name)
  await page.keyboard.press('r')
  const field = record.getByLabel(/^Reply to/)
  const portals = [
    { status: 302, headers: { location: `${at.url}/healthz` } },
    { status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' },
  ]
  for (const portal of portals) {
    await page.route('**/rpc/send_reply', (route) => route.fulfill(portal), { times: 1 })
    await field.fill('Six weeks are enough.')
    await field.press('Control+Enter')
    await expect(record.getByRole('alert')).toContainText('You are offline')
    await expect(field).toHaveValue('Six weeks are enough.')
  }
  await field.press('Control+Enter')
  await expect(record).toContainText('You replied')
})

test('requires a member to confirm before sending a reply if another member has replied in the meantime', async ({
  page,
  at,
  anna,
  ben,
}) => {
  const name = `Both ${mark()}`
  const id = await sendMessage(at.url, { name })
  await openDesk(page, at.url, anna, '/messages')
  const record = await openRow(page, name)
  await page.keyboard.press('r')
  const field = record.getByLabel(/^Reply to/)
  await field.fill('We have no room before March.')
  const reply = { reply: randomUUID(), body: 'We can begin on Monday.', message: id, seen: null }
  expect((await ben.client.rpc('send_reply', reply)).error).toBeNull()
  const news = record.getByRole('alert')
  await expect(news).toContainText(/^Ben replied \d+ s ago, after you began writing\./)
  await expect(news).toContainText('We can begin on Monday.')
  await field.press('Control+Enter')
  const replies = async () =>
    (await ben.client.from('outbox').select('id').eq('message_id', id).eq('kind', 'reply')).data?.length
  // After a reload, the page still shows the draft and the notice about the newer reply.
  await page.reload()
  await expect(field).toHaveValue('We have no room before March.')
  await expect(news).toContainText('We can begin on Monday.')
  expect(await replies()).toBe(1)
  await looksRight(page)
  await news.getByRole('button', { name: 'Continue' }).click()
  await expect(field).toBeFocused()
  await field.press('Control+Enter')
  await expect.poll(replies).toBe(2)
})

test('shows two members that the other has the same message open, and whether the other is typing a reply', async ({
  page,
  at,
  anna,
  ben,
  browser,
}) => {
  const id = await sendMessage(at.url, {})
  const bens = await (await browser.newContext()).newPage()
  await bens.clock.install()
  await openDesk(page, at.url, anna, `/messages?item=${id}`)
  await openDesk(bens, at.url, ben, `/messages?item=${id}`)
  await expect(bens.getByText('Anna also has this open')).toBeVisible()
  const here = page.getByText('Ben also has this open')
  await expect(here).toBeVisible()
  await bens.keyboard.press('r')
  await bens.getByLabel(/^Reply to/).fill('Good morning')
  const typing = page.getByText('Ben is typing a reply')
  await expect(typing).toBeVisible()
  await bens.clock.fastForward(5000)
  await expect(typing).toHaveCount(0)
  await bens.context().close()
  await expect(here).toHaveCount(0)
})

test('lets a member mark all messages in a list as spam with three key presses, and restore them with one undo', async ({
  page,
  at,
  ben,
}) => {
  const word = mark()
  for (const name of ['One', 'Two', 'Three'])
    await sendMessage(at.url, { name: `${name} ${word}`, budget_note: 'filled in by a bot' })
  await openDesk(page, at.url, ben, '/messages?status=spam%3F')
  await searchFor(page, word)
  await expect(page.getByText('of 3')).toBeVisible()
  await page.keyboard.press('Enter')
  // Presses two keys so quickly that no timer can fire in between, as can happen on a busy machine.
  await page.evaluate(async () => {
    for (const key of ['A', 's']) {
      const event = { key, code: `Key${key.toUpperCase()}`, shiftKey: key === 'A', bubbles: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', event))
      document.body.dispatchEvent(new KeyboardEvent('keyup', event))
      await Promise.resolve()
    }
  })
  await expect(page.getByText('3 marked as spam.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  const ticks = page.locator('tbody').getByRole('button', { name: 'Select' })
  await ticks.first().click()
  await ticks.last().click({ modifiers: ['Shift'] })
  await page.keyboard.press('t')
  await expect(page.getByText('3 assigned to you.')).toBeVisible()
})

test('lets a member change a message’s status once the record is up to date, even if the list is still outdated', async ({
  page,
  at,
  ben,
}) => {
  const name = `Slow ${mark()}`
  await sendMessage(at.url, { name })
  await openDesk(page, at.url, ben, '/messages')
  const record = await openRow(page, name)
  await record.getByRole('button', { name: 'Close without a reply' }).click()
  await expect(rowOf(page, name)).toContainText('Closed')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // The list's first response arrives after the other responses.
  await page.route('**/rpc/list_messages', async (route) => {
    const answer = await route.fetch()
    await released
    await route.fulfill({ response: answer })
  })
  await record.getByRole('button', { name: 'Reopen' }).click()
  await expect(record).toContainText('You: Closed → New')
  await record.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(record.getByRole('button', { name: 'Close', exact: true })).toBeEnabled()
  await expect(rowOf(page, name)).toContainText('Closed')
  release()
  await expect(rowOf(page, name)).toContainText('Answered')
  // Without this call, a pending request could receive its response after the test has ended.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
