import type { Page } from '@playwright/test'
import { about } from '#content/about.ts'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { exampleCase } from '#content/case.ts'
import type { Checklist } from '#content/checklist-types.ts'
import { checklistTabs } from '#content/checklists.ts'
import { contact } from '#content/contact.ts'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { timeRefusals } from '#content/field-refusals.ts'
import { forms } from '#content/forms.ts'
import { home } from '#content/home.ts'
import { partner360 } from '#content/partner360.ts'
import { people } from '#content/people.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { roiCalculator, roiWords } from '#content/roi-calculator.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { services } from '#content/services.ts'
import { callLabels } from '#content/strategy-call.ts'
import { successKit } from '#content/success-kit.ts'
import { type ViewId, viewIds, views } from '#content/views.ts'
import { dialogOf, fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from './message.ts'
import { addressOf, heading } from './site.ts'
import { expect, test } from './test.ts'

test.use({ javaScriptEnabled: false })

const titles = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title)

/** The content that each view must show: every card, row and list item by its name. */
const wordsOf = (list?: Checklist) =>
  list ? [list.title, ...list.sections.flatMap(({ title, items }) => [title, ...items])] : []

const contents: Record<ViewId, readonly string[]> = {
  home: [
    ...titles(home.painPoints.cards),
    ...titles(home.solution.cards),
    ...titles(home.resources.cards),
    ...home.partner360.stacks.map(({ name }) => name),
  ],
  services: [
    ...services.services.flatMap((card) => [card.title, card.result, ...card.features, ...card.deliverables]),
    ...exampleCase.steps.map(({ what }) => what),
  ],
  partner360: [
    ...partner360.stacks.items.flatMap(({ name, features, outcomes }) => [name, ...features, ...outcomes]),
    ...titles(partner360.benefits.items),
    ...partner360.plan.phases.flatMap(({ title, activities }) => [title, ...activities]),
  ],
  'success-kit': [
    ...successKit.resources.flatMap(({ title, downloadSize }) => [title, downloadSize]),
    ...successKit.testimonials.map(({ quote }) => quote),
  ],
  'delivery-frameworks': [
    ...deliveryFrameworks.phases.flatMap((phase) => [
      phase.phase,
      ...phase.activities,
      ...phase.deliverables,
    ]),
    ...deliveryFrameworks.gates.map(({ gate }) => gate),
    ...deliveryFrameworks.risks.map(({ risk }) => risk),
    ...titles(deliveryFrameworks.kpiGroups),
  ],
  // The first of its lists; the page with all of them has a test of its own.
  'qa-checklists': [qaChecklists.whole.link, ...wordsOf(checklistTabs[0]?.list)],
  about: [
    about.mission.statement,
    about.vision.statement,
    ...titles(about.values.items),
    ...people.team.flatMap(({ name, text }) => [name, text]),
  ],
  contact: [
    ...titles(contact.options.items),
    ...contact.regions.items.map(({ region }) => region),
    ...contact.faqs.items.flatMap(({ question, answer }) => [question, answer]),
  ],
  // The example is calculated, and fields that need script are absent.
  'roi-calculator': [
    roiCalculator.plain,
    'You spend 96 hours a month on proposals. With us you spend 32 and get 64 back.',
    ...Object.values(roiWords).map(({ label }) => label),
    '8 proposals × 12 hours',
    ...roiPaper.limits.items,
    callLabels.long,
  ],
}

test('all six checklists can be read without script, on a page of their own', async ({ page }) => {
  await page.goto(addressOf('qa-checklists'))
  await page.getByRole('link', { name: qaChecklists.whole.link }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(qaChecklists.whole.title)
  const text = await seen(page)
  const missing = checklistTabs
    .flatMap(({ list }) => wordsOf(list))
    .filter((phrase) => !text.includes(phrase.toLowerCase()))
  expect(missing).toEqual([])
})

/** The visible text of the view on one line; styles may set it in capitals. */
const seen = async (page: Page) => {
  for (const fold of await page.getByRole('main').locator('summary').all()) await fold.click()
  const text = await page.getByRole('main').innerText()
  return text.replace(/\s+/g, ' ').toLowerCase()
}

for (const view of viewIds) {
  test(`${view} can be read without script`, async ({ page }) => {
    await page.goto(addressOf(view))
    await expect(heading(page, view)).toBeVisible()
    await expect(page).toHaveTitle(views[view].title)
    const text = await seen(page)
    const missing = contents[view].filter((phrase) => !text.includes(phrase.toLowerCase()))
    expect(missing).toEqual([])
  })
}

test('links lead to the views and back', async ({ page, baseURL }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL(`${baseURL}/?view=services`)
  await expect(heading(page, 'services')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: views['qa-checklists'].name }).click()
  await expect(heading(page, 'qa-checklists')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Back to Success Kit' }).click()
  await expect(heading(page, 'success-kit')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Back to Home' }).click()
  await expect(heading(page, 'home')).toBeVisible()
})

test('Book Call opens the dialog and its button closes it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: callLabels.short }).click()
  await expect(dialogOf(page)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: booking.close }).click()
  await expect(dialogOf(page)).toBeHidden()
})

test('a booking is sent by the form itself, answered by a page, and stored once however often it is sent', async ({
  page,
  stored,
}) => {
  const wanted = someBooking()
  await page.goto('/')
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await dialog.getByLabel('Your time zone').selectOption('Africa/Johannesburg')
  await submitOf(dialog).click()
  const answer = page.getByRole('heading', { level: 1, name: forms.bookingReceived.title })
  await expect(answer).toBeVisible()
  const rows = await stored.bookings(wanted.email)
  const { preferred_time, message, ...texts } = wanted
  expect(rows).toEqual([expect.objectContaining({ ...texts, time_zone: 'Africa/Johannesburg' })])
  expect(rows[0]?.message).toBe(message)
  expect(rows[0]?.preferred_time).toEqual(new Date(`${preferred_time}:00+02:00`))
  const main = page.getByRole('main')
  await expect(main).toContainText(String(rows[0]?.id).slice(0, 8).toUpperCase())
  await expect(main).toContainText('Africa/Johannesburg')
  await expect(main.getByRole('listitem')).toHaveText([...receipt.next])

  await page.reload()
  await expect(answer).toBeVisible()
  expect(await stored.bookings(wanted.email)).toEqual(rows)
  await page.getByRole('link', { name: forms.back }).click()
  await expect(heading(page, 'home')).toBeVisible()
})

test('a refused booking comes back with its values and the field at fault', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 422/)
  // Without script the form cannot know the current minute.
  const wanted = someBooking({ preferred_time: '2020-02-03T10:30' })
  await page.goto('/')
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await submitOf(dialog).click()
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Failed to submit booking. Please try again or contact us directly.',
  )
  await expect(main.getByRole('listitem')).toContainText(timeRefusals.past)
  for (const [name, value] of Object.entries(wanted))
    await expect(main.locator(`[name=${name}]`), name).toHaveValue(value)

  await main.getByLabel('Preferred Call Date & Time').fill(someBooking().preferred_time)
  await main.getByRole('button', { name: booking.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.bookingReceived.title)
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('a message likewise', async ({ page, faults, stored }) => {
  faults.expect(/status of 422/)
  const wanted = someMessage({ company: '  ' })
  await page.goto(addressOf('contact'))
  await fillMessage(messageFormOf(page), wanted)
  await page.getByRole('main').getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.form.failure)
  const fields = messageFieldsOf(page.getByRole('main'))
  await expect(fields.message).toHaveValue(wanted.message)
  await expect(fields.inquiry_type).toHaveValue(wanted.inquiry_type)
  await fields.company.fill('Okafor Systems')
  await page.getByRole('main').getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.messageReceived.title)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.messageReceived.title)
  const { message, ...texts } = { ...wanted, company: 'Okafor Systems' }
  const rows = await stored.messages(wanted.email)
  expect(rows).toEqual([expect.objectContaining(texts)])
  expect(rows[0]?.message).toBe(message)
})
