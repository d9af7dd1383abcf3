import { forms } from '#content/forms.ts'
import { callPage } from '#content/visitor-call.ts'
import { fillBooking, openBooking, someBooking, submitOf } from '#e2e/booking.ts'
import {
  confirmByHand,
  confirmedByLetter,
  goOn,
  headingOf,
  invited,
  openLetter,
  pick,
  team,
} from '#e2e/host-journey.ts'
import { invitationIn, lettersInOrder } from '#e2e/invitations.ts'
import { expect, test } from '#e2e/test.ts'

// Visitors are offered the times of hosts.
test.use({ ownServer: true, timezoneId: 'UTC' })

const devices = [
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const

for (const [device, look] of devices) {
  test.describe(device, () => {
    test.use(look)

    test('a picked time is confirmed by the letter’s link, moved, passed on and called off; both calendars say so', async ({
      page,
      server,
      folder,
      stored,
    }) => {
      await stored.sendsMail()
      await confirmedByLetter(page, { folder, url: server.url })
    })

    test('the same, confirmed by hand', async ({ page, server, folder }) => {
      const people = await team({ folder, url: server.url }, false)
      const nextTo = lettersInOrder(folder)
      const wanted = someBooking()
      await pick(page, wanted)
      expect(invitationIn(await nextTo(wanted.email))).toBeNull()
      await page.getByRole('link', { name: 'See or change your request' }).click()
      await expect(headingOf(page)).toHaveText(callPage.states.asked.title)
      await confirmByHand(people, wanted.email)
      await page.reload()
      await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
      const first = await invited(nextTo, wanted.email, people.ada.email)
      await goOn(page, people, wanted, nextTo, first)
    })
  })
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the same, from a wish that becomes a free time on the page of the answer', async ({
    page,
    server,
    folder,
    stored,
  }) => {
    await stored.sendsMail()
    const people = await team({ folder, url: server.url }, true)
    const nextTo = lettersInOrder(folder)
    const wanted = someBooking()
    await page.goto('/')
    const dialog = await openBooking(page)
    await fillBooking(dialog, wanted)
    await dialog.getByLabel('Your time zone').selectOption('Africa/Johannesburg')
    await submitOf(dialog).click()
    await expect(headingOf(page)).toHaveText(forms.bookingReceived.title)
    await page.locator('form[action="/call/move"] button').filter({ visible: true }).last().click()
    await expect(page.getByText(callPage.picked.unproven)).toBeVisible()
    await openLetter(page, nextTo, wanted.email)
    await page.getByRole('button', { name: callPage.picked.hold }).click()
    await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
    const first = await invited(nextTo, wanted.email, people.ada.email)
    await goOn(page, people, wanted, nextTo, first)
  })
})
