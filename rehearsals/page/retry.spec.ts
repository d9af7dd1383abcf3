import type { APIResponse, Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { contact } from '#content/contact.ts'
import { formHelp } from '#content/form-help.ts'
import { views } from '#content/views.ts'
import { isAccessible } from '#e2e/axe.ts'
import { book, someBooking, submitOf } from '#e2e/booking.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { usual } from '#e2e/servers.ts'
import { follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test.use({ settings: { ...usual }, fixed: {} })

const { over } = formHelp.retry
const waits = /Please try again in (30|29) minutes\./

/** The first refusal; an hour's ten may be asked for twice, since the server's hour may end meanwhile. */
async function refusalOf(post: () => Promise<APIResponse>): Promise<APIResponse> {
  let answer = await post()
  for (let count = 1; answer.status() !== 429 && count <= 20; count++) answer = await post()
  expect(answer.status()).toBe(429)
  return answer
}

/** Seconds of the refusals that the page gets: the server's own are few where its hour is about to end. */
const wait = 1800

/** Uses up an e-mail address's hourly limit. What the page sends from then on has the server's refusal. */
async function useUp(page: Page, table: string, row: object): Promise<void> {
  const apikey = (await page.locator('meta[name=publishable-key]').getAttribute('content')) ?? ''
  const address = `/rest/v1/${table}`
  const response = await refusalOf(() => page.request.post(address, { headers: { apikey }, data: row }))
  expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
  const headers = { ...response.headers(), 'retry-after': `${wait}` }
  await page.route(`**${address}*`, (route) => route.fulfill({ response, headers }))
}

test('who is one too many hears how long to wait, sees it count down, and can send it again', async ({
  page,
  faults,
  server,
}) => {
  faults.expect(/status of 429/)
  await page.clock.install()
  await visit(page)
  const wanted = someBooking()
  await useUp(page, 'strategy_call_bookings', {
    ...wanted,
    preferred_time: `${wanted.preferred_time}:00Z`,
  })
  const dialog = await book(page, wanted)
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText(waits)
  expect((await alert.innerText()).startsWith(booking.failure)).toBe(true)
  await isAccessible(page)

  // The visible countdown is hidden from screen readers, which announce the wait once and its end.
  const seen = alert.locator('[aria-hidden]')
  const heard = alert.locator('[aria-live]')
  const first = await heard.textContent()
  await expect(seen).toHaveText(first ?? '')
  await page.clock.fastForward((wait - 45) * 1000)
  await expect(seen).toHaveText(/\d\d seconds/)
  await expect(heard).toHaveText(first ?? '')
  await page.clock.fastForward(60_000)
  await expect(seen).toHaveText(over)
  await expect(heard).toHaveText(over)

  // The page's clock is advanced, the server's is not.
  await submitOf(dialog).click()
  await expect(alert).toContainText(waits)

  // A message likewise, and a page without script says it too.
  const message = someMessage()
  await useUp(page, 'contact_messages', message)
  await page.keyboard.press('Escape')
  await follow(page, 'contact', views.contact.name)
  await fillMessage(messageFormOf(page), message)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  await expect(messageFormOf(page).getByRole('alert')).toContainText(waits)
  const headers = { 'sec-fetch-site': 'same-origin', origin: server.url }
  const plain = await refusalOf(() => page.request.post('/forms/message', { headers, form: { ...message } }))
  expect(await plain.text()).toMatch(
    /Wait (an hour|a minute|\d+ minutes|a second|\d+ seconds), then try again/,
  )
})
