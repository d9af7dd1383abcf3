import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { contact } from '#content/contact.ts'
import { forms } from '#content/forms.ts'
import { bookAtEase, fillBooking, openBooking, receiptOf, someBooking, submitOf } from '#e2e/booking.ts'
import { sessionOf } from '#e2e/interactions.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { openFolder } from '#e2e/open-folder.ts'
import { visit } from '#e2e/site.ts'
import { expect, test as withProject } from '#e2e/test.ts'
import { freePort } from '#tools/free-port.ts'
import { RunningServer } from '#tools/run-server.ts'

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const settings = { ALLOWED_ORIGINS: url, RATE_LIMIT: 'off' }

/** A second server, whose site works with the server of these tests as its project. */
const test = withProject.extend<{ site: RunningServer }>({
  site: [
    async ({ server }, use) => {
      const folder = await openFolder('site')
      const site = new RunningServer({
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        RATE_LIMIT: 'off',
        SUPABASE_URL: server.url,
        PUBLISHABLE_KEY: 'sb_publishable_backline',
      })
      await site.start()
      await use(site)
      await site.stop()
      // It keeps nothing, so it starts no database to keep it in.
      expect(await readdir(join(folder, 'data'))).not.toContain('postgres')
      await rm(folder, { recursive: true, force: true })
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})
test.use({ settings })

test('what a visitor of the site sends and does is the project’s', async ({ page, server, stored, site }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).origin)
  })
  await visit(page)
  const session = await sessionOf(page)
  const wanted = someBooking()
  await bookAtEase(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  expect(await stored.bookings(wanted.email)).toMatchObject([{ session_id: session, filled_by: 'person' }])
  await expect
    .poll(async () => (await stored.interactions(session)).map(({ page_url }) => page_url))
    .toContain(`${site.url}/`)
  expect(new Set(sent)).toEqual(new Set([server.url]))
})

test('the site’s own data API takes nothing, and names the project', async ({ request, server }) => {
  const answer = await request.post('/rest/v1/contact_messages', { data: someMessage() })
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'PGRST125', hint: `Ask ${server.url}` })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('both forms are passed on to the project', async ({ page, server, stored }) => {
    const wanted = someBooking()
    await page.goto('/')
    const dialog = await openBooking(page)
    await fillBooking(dialog, wanted)
    await submitOf(dialog).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.bookingReceived.title)
    await expect(page.locator(`a[href^="${server.url}/?call="]`)).toBeVisible()
    expect(await stored.bookings(wanted.email)).toHaveLength(1)

    const note = someMessage()
    await page.goto('/?view=contact')
    await fillMessage(messageFormOf(page), note)
    await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.messageReceived.title)
    expect(await stored.messages(note.email)).toHaveLength(1)
  })
})
