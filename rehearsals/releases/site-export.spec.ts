import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { contact } from '#content/contact.ts'
import { documents, ownDataLink } from '#content/documents.ts'
import { formWords } from '#content/form-field.ts'
import { forms } from '#content/forms.ts'
import { ownData } from '#content/own-data.ts'
import { successKit } from '#content/success-kit.ts'
import { viewIds } from '#content/views.ts'
import { bookAtHumanPace, openBooking, receiptOf, someBooking } from '#e2e/booking.ts'
import { createMember, openDesk } from '#e2e/desk.ts'
import { closeTab, sessionOf } from '#e2e/interactions.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { openFolder } from '#e2e/open-folder.ts'
import { heading, waitForHydration } from '#e2e/site.ts'
import { expect, test as withProject } from '#e2e/test.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { hostFiles } from './file-host.ts'

const port = await freePort()
const site = `http://127.0.0.1:${port}`
const settings = { ALLOWED_ORIGINS: site }

/** Writes an export's files once for all tests in a worker, and hosts the files at `site`. */
async function hostExport(name: string) {
  const folder = await openFolder(name)
  const target = join(folder, 'site')
  let host: ReturnType<typeof hostFiles> | undefined
  async function write(project: string) {
    const env = {
      ...process.env,
      SUPABASE_URL: project,
      PUBLISHABLE_KEY: 'sb_publishable_visitors',
      PUBLIC_URL: site,
    }
    await promisify(execFile)(process.execPath, ['dist/server/main.js', 'export', folder], { env })
    return hostFiles(target, port)
  }
  return {
    async of(project: string) {
      host ??= write(project)
      await host
      return target
    },
    async close() {
      await (await host)?.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Exports a site that uses these tests' server as its project. `exported` is the export's folder. */
const test = withProject.extend<{ exported: string }, { host: Awaited<ReturnType<typeof hostExport>> }>({
  host: [
    async ({ browserName }, use) => {
      const host = await hostExport(`export-${browserName}`)
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  exported: async ({ server, host }, use) => use(await host.of(server.url)),
  baseURL: async ({ exported: _hosted }, use) => use(site),
})
test.use({ settings })

test('stores the exported site’s bookings, messages and downloads in the Supabase project', async ({
  page,
  server,
  stored,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).origin}`))
  await page.goto('/?utm_source=partner')
  await waitForHydration(page)
  const session = await sessionOf(page)
  const wanted = someBooking()
  await bookAtHumanPace(page, wanted)
  // The link leads to the project, which in this test is a server like ours.
  const link = receiptOf(page).getByRole('link', { name: 'See or change your request' })
  await expect(link).toHaveAttribute('href', new RegExp(`^${server.url}/\\?call=`))
  const [row] = await stored.bookings(wanted.email)
  expect(row).toMatchObject({ company: wanted.company, status: 'new', session_id: session })

  const note = someMessage()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
  await fillMessage(messageFormOf(page), note)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByText(contact.form.sent.title)).toBeVisible()
  expect(await stored.messages(note.email)).toHaveLength(1)

  const told = async () =>
    (await stored.interactions(session)).map(({ event_type, page_url }) => `${event_type} ${page_url}`)
  await page.goto('/success-kit/')
  // If the visitor leaves before the page has sent its first event, the page sends no events.
  await expect.poll(told).toContain(`page_view ${site}/?view=success-kit`)
  const [card] = successKit.resources
  const pack = page.getByRole('link', { name: `${successKit.downloadLabel} ${card.title}` })
  const [saved] = await Promise.all([page.waitForEvent('download'), pack.click()])
  expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK')

  // The page sends events every four seconds. If the visitor leaves earlier, the last events still reach the project.
  await closeTab(page)
  await expect
    .poll(told)
    .toEqual(expect.arrayContaining([`form_submit ${site}/?utm_source=partner`, `download ${site}/?view=success-kit`]))
  expect(new Set(asked)).toEqual(new Set([`GET ${site}`, `POST ${server.url}`, `GET ${server.url}`]))
})

test('serves each exported view at its folder’s URL and at its usual ?view= URL', async ({ page, exported }) => {
  for (const view of viewIds) {
    const folder = view === 'home' ? '/' : `/${view}/`
    const address = view === 'home' ? '/?utm_medium=mail#main' : `/?view=${view}&utm_medium=mail#main`
    for (const way of [`${folder}?utm_medium=mail#main`, address]) {
      await page.goto(way)
      await expect(heading(page, view)).toBeVisible()
      await expect(page).toHaveURL(`${site}${address}`)
    }
    const html = await readFile(join(exported, folder, 'index.html'), 'utf8')
    expect(html).toContain(`<link rel="canonical" href="${site}${folder}">`)
  }
  const map = await readFile(join(exported, 'sitemap.xml'), 'utf8')
  expect(map.match(/<loc>[^<]+/g)).toEqual([
    ...viewIds.map((view) => `<loc>${site}${view === 'home' ? '/' : `/${view}/`}`),
    ...Object.keys(documents).map((id) => `<loc>${site}/${id}`),
  ])
})

test('explains on the exported site which pages are unavailable without a server', async ({ page, faults }) => {
  faults.expect(/status of 404/)
  await page.goto('/?call=abc.def')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.elsewhere.call.title)
  await page.goto('/forms/booking')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.elsewhere.form.title)
  await page.goto(ownDataLink.href)
  await expect(page.getByText(ownData.elsewhere.text)).toBeVisible()
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.notFound.title)
  for (const address of ['/?view=nope', '/?view=services&view=about']) {
    const missing = page.waitForResponse((response) => response.status() === 404)
    await page.goto(address)
    await missing
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.notFound.title)
  }
  await page.goto('/?view=')
  await expect(heading(page, 'home')).toBeVisible()
})

test('blocks requests from the exported site to any server except the Supabase project', async ({
  page,
  faults,
  exported,
}) => {
  faults.expect(/Content Security Policy/)
  await page.goto('/')
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        void fetch('http://127.0.0.2:1/').catch(() => {})
      }),
  )
  expect(blocked).toBe('connect-src')
  const headers = await readFile(join(exported, '_headers'), 'utf8')
  expect(headers).toContain("content-security-policy: frame-ancestors 'none'")
  expect(headers).toContain('x-content-type-options: nosniff')
})

test('opens the exported desk at every desk URL', async ({ page, server, stored, folder, faults }) => {
  faults.expect(/status of 404/)
  const wanted = someBooking()
  await page.goto('/')
  await waitForHydration(page)
  await bookAtHumanPace(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  const item = String((await stored.bookings(wanted.email))[0]?.id)
  const anna = await createMember({ folder, url: server.url, settings }, 'owner', 'Anna')
  await openDesk(page, site, anna, `/bookings?item=${item}`)
  await expect(page.getByText(wanted.email).first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/desk/bookings\\?item=${item}`))
})

test('explains in the desk which features are missing in a hosted Supabase project', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(/status of 40[34]/)
  const anna = await createMember({ folder, url: server.url, settings }, 'owner', 'Anna')
  await openDesk(page, site, anna, '/settings')
  await expect(page.getByText('which does not send our emails')).toBeVisible()
  await page.goto('/desk/settings/webhooks')
  await expect(page.getByText('set up Database Webhooks')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toHaveCount(0)

  // In a hosted project, only the operator can invite members.
  await page.route('**/auth/v1/invite', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'access-control-allow-origin': site },
      json: { code: 403, error_code: 'not_admin', msg: 'User not allowed' },
    }),
  )
  const bea = await createMember({ folder, url: server.url, settings }, 'viewer', 'Bea')
  await page.goto('/desk/people')
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Invite a member' }).click()
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByLabel('Role').selectOption('agent')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
  }
  await invite('nobody@example.com')
  await expect(dialog.getByRole('alert')).toContainText('invite the address in its dashboard')
  await page.keyboard.press('Escape')
  await invite(bea.email)
  await expect(page.getByText(`${bea.email} already had an account and now has access.`)).toBeVisible()
})

test.describe('exported site without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('links to every view, and replaces each form with a link to a page that shows the team’s email address', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page).toHaveURL(`${site}/contact/`)
    const main = page.getByRole('main')
    await expect(main.locator('form')).toBeHidden()
    await expect(main.getByRole('link', { name: formWords.link })).toHaveAttribute('href', '/forms/message')
    await page.goto('/')
    const dialog = await openBooking(page)
    await dialog.getByRole('link', { name: formWords.link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.elsewhere.form.title)
  })
})

test('refuses an export if settings are missing, no folder is named, or the folder is not empty', async ({
  server,
  exported,
}) => {
  const run = (env: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['dist/server/main.js', 'export', ...words], {
      env: { ...process.env, ...env },
    }).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    )
  const project = { SUPABASE_URL: server.url, PUBLISHABLE_KEY: 'sb_publishable_visitors' }
  expect(await run({}, '/tmp/nothing')).toMatch(/SUPABASE_URL must be.*\nPUBLISHABLE_KEY must be.*\nPUBLIC_URL must be/)
  expect(await run(project)).toMatch(/^Usage: npm run export/)
  expect(await run({ ...project, PUBLIC_URL: site }, dirname(exported))).toMatch(/is not empty/)
})
