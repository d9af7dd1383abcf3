import { booking } from '#content/booking.ts'
import { exampleCaseStudy } from '#content/case.ts'
import { formWords } from '#content/form-field.ts'
import { forms } from '#content/forms.ts'
import { home } from '#content/home.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { callLabels } from '#content/strategy-call.ts'
import { views } from '#content/views.ts'
import { dialogOf, fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { heading } from './site.ts'
import { expect, test } from './test.ts'

// The tests in e2e/pages check texts, links and downloads without JavaScript.
test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'no-preference' } })

test('links to all checklists and hides controls that need JavaScript if JavaScript is off', async ({ page }) => {
  await page.goto('/?view=delivery-frameworks')
  await expect(page.getByRole('main').locator('[aria-pressed]:visible')).toHaveCount(0)
  await page.goto('/?view=qa-checklists')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('link', { name: qaChecklists.whole.link })).toBeVisible()
})

test('supports links, collapsible sections and the booking dialog if JavaScript is off, and stores each booking once', async ({
  page,
  stored,
  baseURL,
}) => {
  await page.goto('/')
  await page.getByText(home.hero.ruler.replay).click()
  await expect(page.getByRole('checkbox', { name: home.hero.ruler.replay })).toBeChecked()
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL(`${baseURL}/?view=services`)
  await expect(heading(page, 'services')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  const third = exampleCaseStudy.pages[2]
  await page
    .getByRole('main')
    .getByRole('link', { name: `3 ${third?.name}` })
    .click()
  await expect(page.getByRole('img', { name: third?.alt ?? '' })).toBeInViewport({ ratio: 0.5 })
  await page.getByRole('contentinfo').getByRole('link', { name: views.contact.name }).click()
  const answer = page.getByRole('main').locator('details').first()
  await answer.locator('summary').click()
  await expect(answer.locator(':scope > :not(summary)').first()).toBeVisible()

  await page.getByRole('banner').getByRole('link', { name: 'Back to Home' }).click()
  await page.getByRole('banner').getByRole('button', { name: callLabels.short }).click()
  await dialogOf(page).getByRole('button', { name: booking.close }).click()
  await expect(dialogOf(page)).toBeHidden()
  const wanted = someBooking()
  const form = page.getByRole('main')
  const send = async () => {
    await (await openBooking(page)).getByRole('link', { name: formWords.link }).click()
    await fillBooking(form, wanted)
    await form.getByLabel('Your time zone').selectOption('Africa/Johannesburg')
    await submitOf(form).click()
  }
  await expect(dialogOf(page).locator('form')).toBeHidden()
  await send()
  const received = page.getByRole('heading', { level: 1, name: forms.bookingReceived.title })
  await expect(received).toBeVisible()
  const rows = await stored.bookings(wanted.email)
  const { preferred_time, ...texts } = wanted
  expect(rows).toEqual([
    expect.objectContaining({
      ...texts,
      time_zone: 'Africa/Johannesburg',
      preferred_time: new Date(`${preferred_time}:00+02:00`),
      // An automated browser fills in the form faster than a person, so the booking is suspected spam.
      fill_seconds: expect.any(Number),
      status: 'spam?',
    }),
  ])
  // Neither reloading nor going back and forward submits the form again.
  await page.reload()
  await page.goBack()
  await page.goForward()
  await expect(received).toBeVisible()
  expect(await stored.bookings(wanted.email)).toEqual(rows)
  await page.getByRole('link', { name: forms.back }).click()
  await expect(heading(page, 'home')).toBeVisible()
  await send()
  await expect(received).toBeVisible()
  expect(await stored.bookings(wanted.email)).toHaveLength(2)
})
