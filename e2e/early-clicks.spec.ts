import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { forms } from '#content/forms.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { services } from '#content/services.ts'
import { plural } from '#content/tree.ts'
import { views } from '#content/views.ts'
import {
  book,
  dialogOf,
  fieldsOf,
  fillBooking,
  heroButton,
  openBooking,
  receiptOf,
  someBooking,
  submitOf,
} from './booking.ts'
import { holdBack } from './hold-back.ts'
import { closeTab, expectActions, lastEvents, sessionOf } from './interactions.ts'
import { addressOf, expectView, heading, waitForHydration } from './site.ts'
import { expect, test, userAgent } from './test.ts'

test.use({ userAgent })

const holdScripts = (page: Page) => holdBack(page, '**/assets/*.js')

test('replays a filter click, a typed search and a link click that happened before JavaScript loaded', async ({
  page,
  baseURL,
}) => {
  const release = await holdScripts(page)
  await page.goto('/?view=services', { waitUntil: 'commit' })
  const group = page.getByRole('group', { name: services.filterLabel })
  await group.getByRole('button', { name: 'Development' }).click()
  await expect(group.getByRole('button', { pressed: true })).toHaveText(services.filters[0].label)
  const field = page.getByRole('searchbox', { name: services.search.label })
  await field.fill('no such thing')
  release()
  await expect(group.getByRole('button', { pressed: true })).toHaveText('Development')
  await waitForHydration(page)
  await expect(field).toHaveValue('no such thing')
  await expect(page.getByRole('status').filter({ hasText: plural(0, services.shown) })).toBeVisible()

  await page.unrouteAll()
  const releaseAgain = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(heading(page, 'home')).toBeVisible()
  releaseAgain()
  await expectView(page, 'services')
  await expect(page).toHaveURL(`${baseURL}/`)
  await page.goBack()
  await expectView(page, 'home')
})

test('opens the Book Call dialog before JavaScript loads, keeps the typed text, and records which button was clicked', async ({
  page,
  stored,
}) => {
  const wanted = someBooking()
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await heroButton(page).click()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await fieldsOf(dialog).name.fill('Early Bird')
  release()
  await waitForHydration(page)
  const session = await sessionOf(page)
  await expect(dialog).toBeVisible()
  await expect(fieldsOf(dialog).name).toHaveValue('Early Bird')
  await dialog.getByRole('button', { name: booking.close }).click()
  await expect(dialog).toBeHidden()
  await book(page, wanted)
  await expect(receiptOf(page)).toBeAttached()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
  await closeTab(page)
  const opened = { modal: 'booking', opener: 'hero' }
  await expectActions(stored, session, [
    ['page_view', { view: 'home', title: views.home.title }],
    ['modal_open', opened],
    ['modal_close', opened],
    ['modal_open', opened],
    ['form_submit', { form: 'booking', outcome: 'stored' }],
    ...lastEvents('home'),
  ])
})

test('hides every control that needs JavaScript if the JavaScript fails to load', async ({ page, faults }) => {
  faults.expect(/ERR_BLOCKED_BY_CLIENT/)
  await page.route('**/assets/start-*.js', (script) => script.abort('blockedbyclient'))
  for (const view of ['services', 'success-kit', 'delivery-frameworks', 'qa-checklists'] as const) {
    await page.goto(addressOf(view))
    await expect(page.locator('html')).toHaveAttribute('data-unscripted')
    const controls = 'main :is([aria-pressed], [type=search], [role=tab]):visible'
    await expect(page.locator(controls)).toHaveCount(0)
  }
  await expect(page.getByRole('link', { name: qaChecklists.whole.link })).toBeVisible()
  await page.goto(addressOf('contact'))
  await expect(page.getByRole('main').locator('form')).toBeVisible()
})

for (const [view, inDialog, where] of [
  ['home', true, 'beside'],
  ['contact', false, 'around'],
] as const)
  test(`keeps typed text and the caret position in the ${view} view if an extension adds elements ${where} the fields before JavaScript loads`, async ({
    page,
    faults,
  }) => {
    if (where === 'around') faults.expect(/React error #418/)
    const release = await holdScripts(page)
    await page.goto(addressOf(view), { waitUntil: 'commit' })
    if (inDialog) await heroButton(page).click()
    const form = inDialog ? dialogOf(page).locator('form') : page.getByRole('main').locator('form')
    const typed = { name: 'Early Bird', company: 'Nkosi & Sons', message: 'Typed early' }
    for (const [name, text] of Object.entries(typed)) await form.locator(`[name=${name}]`).fill(text)
    const company = form.locator('[name=company]')
    await company.evaluate((field: HTMLInputElement, isBeside) => {
      for (const one of field.form?.querySelectorAll('input, textarea') ?? []) {
        one.setAttribute('data-gramm', 'false')
        const added = document.createElement('com-password-manager')
        one.after(added)
        if (!isBeside) added.append(one)
      }
      field.focus()
      field.setSelectionRange(2, 4)
    }, where === 'beside')
    release()
    await waitForHydration(page)
    for (const [name, text] of Object.entries(typed)) await expect(form.locator(`[name=${name}]`)).toHaveValue(text)
    await expect(company).toBeFocused()
    expect(await company.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([
      2, 4,
    ])
    await expect(form.locator('com-password-manager')).toHaveCount(
      where === 'beside' ? await form.locator('input, textarea').count() : 0,
    )
    if (inDialog) expect(await dialogOf(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  })

test('adds an id and a time zone to a form sent before JavaScript loads, and stores one row even if the receipt is reloaded', async ({
  page,
  stored,
}) => {
  const wanted = someBooking()
  await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  const sent = page.waitForRequest('**/forms/booking')
  await submitOf(dialog).click()
  const body = new URLSearchParams((await sent).postData() ?? '')
  expect([body.get('form_id'), body.get('time_zone')]).toEqual([expect.stringMatching(/^\d{13}/), 'UTC'])
  const received = page.getByRole('heading', { level: 1, name: forms.bookingReceived.title })
  await expect(received).toBeVisible()
  await page.reload()
  await expect(received).toBeVisible()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})
