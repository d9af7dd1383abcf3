import { availableTimesWords } from '#content/available-times.ts'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { contact } from '#content/contact.ts'
import { callLabels } from '#content/strategy-call.ts'
import { type ViewId, views } from '#content/views.ts'
import { type BookingInput, someBooking } from '#e2e/booking.ts'
import type { StoredRows } from '#e2e/database.ts'
import type { SignedInMember } from '#e2e/desk.ts'
import { codeOf } from '#e2e/desk-sign-in.ts'
import { someMessage } from '#e2e/message.ts'
import { headings } from '#e2e/site.ts'
import { expect } from '#e2e/test.ts'
import { type BrowserTab, until } from './tab.ts'
import {
  button,
  choose,
  fieldLabeled,
  fieldNamed,
  hasFocus,
  heading,
  link,
  text,
  type,
  waitUntilHidden,
  waitUntilVisible,
  watchFor,
} from './tab-steps.ts'

const hero = `//main${button(callLabels.short)}`
const dialog = '//dialog[@open]'

/** Opens views, sends a message and books an available time; returns the booking. */
export async function browse(tab: BrowserTab, url: string, stored: StoredRows): Promise<BookingInput> {
  await tab.open(`${url}/`)
  await waitUntilVisible(tab, hero)
  await until('the page is interactive', () => tab.run(() => Boolean(window.boot?.isReady)))
  await look(tab)
  await write(tab, stored)
  return book(tab, stored)
}

async function look(tab: BrowserTab): Promise<void> {
  const shows = async (view: ViewId) => {
    await waitUntilVisible(tab, heading(headings[view]))
    const { title } = views[view]
    await until(`the title is ${title}`, () => tab.run((wanted) => document.title === wanted, title))
  }
  await tab.press(`//footer${link('About')}`)
  await hasFocus(tab, heading(headings.about))
  await shows('about')
  await tab.press(`//footer${link('Contact')}`)
  await shows('contact')
  await tab.run(() => history.back())
  await shows('about')
  await tab.run(() => history.forward())
  await shows('contact')
  await tab.press(link(views.contact.back.label))
  await shows('home')
}

async function write(tab: BrowserTab, stored: StoredRows): Promise<void> {
  const wanted = someMessage({ message: 'Do you know the warehouse app?' })
  await tab.press(`//footer${link('Contact')}`)
  await waitUntilVisible(tab, heading(headings.contact))
  const { inquiry_type, ...texts } = wanted
  for (const [name, value] of Object.entries(texts)) await type(tab, fieldNamed(name, '//main'), value)
  await choose(tab, fieldNamed('inquiry_type', '//main'), inquiry_type)
  await tab.press(`//main${button(contact.form.submit)}`)
  await waitUntilVisible(tab, text(contact.form.sent.title))
  expect(await stored.messages(wanted.email)).toMatchObject([{ ...wanted }])
  await tab.press(link(views.contact.back.label))
  await waitUntilVisible(tab, heading(headings.home))
}

async function book(tab: BrowserTab, stored: StoredRows): Promise<BookingInput> {
  const wanted = someBooking({ message: 'One late request.' })
  const { preferred_time, team_size, current_challenges, ...texts } = wanted
  await tab.press(hero)
  await waitUntilVisible(tab, dialog)
  for (const [name, value] of Object.entries(texts)) await type(tab, fieldNamed(name, dialog), value)
  for (const [name, value] of Object.entries({ preferred_time, team_size, current_challenges }))
    await choose(tab, fieldNamed(name, dialog), value)
  await tab.press(`${dialog}//*[@aria-label="${availableTimesWords.title}"]//button[@aria-pressed="false"]`)
  await waitUntilVisible(tab, `${dialog}//button[@aria-pressed="true"]`)
  const picked = await tab.run(() =>
    new Date(document.querySelector<HTMLInputElement>('[name=preferred_time]')?.value ?? '').toISOString(),
  )
  // A form that is filled in within three seconds counts as suspected spam.
  await tab.run(() => new Promise((over) => setTimeout(over, 3000)))
  const confirmed = await watchFor(tab, `${dialog}${text(booking.outcomes.held.text)}`)
  await tab.press(`${dialog}${button(booking.submit)}`)
  await confirmed()
  await waitUntilHidden(tab, dialog)
  await hasFocus(tab, hero)
  await waitUntilVisible(tab, text(receipt.title))
  const [row, ...others] = await stored.bookings(wanted.email)
  expect(others).toEqual([])
  expect(row).toMatchObject({ ...texts, team_size, current_challenges, status: 'new', picked: true })
  expect(row?.preferred_time).toEqual(new Date(picked))
  return wanted
}

/** Expects no error in the visit's analytics; the page sends the last events when the visitor leaves it. */
export async function expectNoErrors(tab: BrowserTab, stored: StoredRows, leave: () => Promise<void>): Promise<void> {
  const visit = await tab.run(() => sessionStorage.getItem('visit')?.slice(0, 36) ?? '')
  await leave()
  const told = await until('the analytics have arrived', async () => {
    const rows = await stored.interactions(visit)
    return rows.some(({ event_type }) => event_type === 'modal_close') ? rows : null
  })
  expect(told.filter(({ event_type }) => event_type === 'error')).toEqual([])
}

/** Signs a member in with both factors, and expects to see the booking. */
export async function signInToDesk(
  tab: BrowserTab,
  url: string,
  who: SignedInMember,
  wanted: BookingInput,
): Promise<void> {
  await tab.open(`${url}/desk/bookings`)
  await waitUntilVisible(tab, button('Sign in'))
  // Browsers offer passkeys only in secure contexts.
  if (!(await tab.run(() => isSecureContext))) await waitUntilHidden(tab, button('Use a passkey'))
  await type(tab, fieldLabeled('Email address'), who.email)
  await type(tab, fieldLabeled('Password'), who.password)
  await tab.press(button('Sign in'))
  // Each code is accepted once, and the current code was used at enrollment.
  await type(tab, fieldLabeled('Code'), codeOf(who.secret, 1))
  await waitUntilVisible(tab, link(wanted.name))
  await waitUntilVisible(tab, text('Live'))
}
