import { counting } from '#content/counting.ts'
import { dialogOf, fieldsOf, fillBooking, openBooking, someBooking } from './booking.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'
import { wander } from './wander.ts'

const unknown = {
  session_id: null,
  landing_page: null,
  referrer: null,
  source: 'site',
  campaign: null,
  first_view: null,
}

const refusals = {
  'Global Privacy Control': () =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  'Do Not Track': () => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
}

for (const [name, refuse] of Object.entries(refusals)) {
  test(`under ${name} nothing is fetched, kept or sent, and a form says what was typed and nothing else`, async ({
    page,
    stored,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.addInitScript(refuse)
    const { booked, written } = await wander(page, '/?utm_source=letter')
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
    expect(asked.filter((url) => /interactions/.test(url))).toEqual([])
    expect(await stored.bookings(booked)).toMatchObject([unknown])
    expect(await stored.messages(written)).toMatchObject([unknown])
    // It says so, and there is nothing to press.
    await expect(page.getByText(counting.byBrowser)).toBeVisible()
    for (const label of [counting.no, counting.yes])
      await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0)
    if (name === 'Do Not Track') return
    // What was typed lasts as long as the page.
    await openBooking(page)
    await fillBooking(dialogOf(page), someBooking())
    await page.keyboard.press('Escape')
    await openBooking(page)
    await expect(fieldsOf(dialogOf(page)).name).not.toHaveValue('')
    await visit(page)
    await openBooking(page)
    for (const field of Object.values(fieldsOf(dialogOf(page)))) await expect(field).toHaveValue('')
  })
}
