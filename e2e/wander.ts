import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { contact } from '#content/contact.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from './booking.ts'
import { fillMessage, messageFormOf, someMessage } from './message.ts'
import { follow, isAlive } from './site.ts'
import { expect } from './test.ts'

/** A visit with many trackable events; returns the addresses with which its forms were sent. */
export async function wander(page: Page, address = '/') {
  await page.clock.install()
  await page.goto(address, { referer: 'https://search.example/' })
  await isAlive(page)
  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  await page.getByRole('tabpanel').getByRole('checkbox').first().check()
  await follow(page, 'home', views.home.name)
  const wanted = someBooking()
  const dialog = await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  await page.clock.runFor(booking.confirmationMs)
  await expect(dialog).toBeHidden()
  const message = someMessage()
  await follow(page, 'contact', views.contact.name)
  await fillMessage(messageFormOf(page), message)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  await follow(page, 'home', views.home.name)
  // Longer than any delay of the tracker, whose retries come at most two seconds apart.
  for (let second = 0; second < 6; second++) await page.clock.runFor(1000)
  return { booked: wanted.email, written: message.email }
}
