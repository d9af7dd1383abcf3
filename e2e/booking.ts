import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { callLabels } from '#content/strategy-call.ts'
import { expect } from './test.ts'

export interface BookingInput {
  name: string
  email: string
  company: string
  phone: string
  /** The value of the datetime field, in the visitor's time zone. */
  preferred_time: string
  team_size: string
  current_challenges: string
  message: string
}

/** A booking for the morning three days from now, by a visitor with a unique email address. */
export function someBooking(changes: Partial<BookingInput> = {}): BookingInput {
  const day = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10)
  return {
    name: 'Thandi Nkosi',
    email: `thandi.${randomUUID()}@partner.example`,
    company: 'Nkosi & Daughters',
    phone: '+27 21 555 0100',
    preferred_time: `${day}T10:30`,
    team_size: '6-10',
    current_challenges: 'slow-proposals',
    message: 'One late request.\nIts name is "Südwind".',
    ...changes,
  }
}

export const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: booking.title })

/** The form's fields, by their labels in the specification. */
export const fieldsOf = (dialog: Locator) => ({
  name: dialog.getByLabel('Full Name'),
  email: dialog.getByLabel('Email Address'),
  company: dialog.getByLabel('Company Name'),
  phone: dialog.getByLabel('Phone Number'),
  preferred_time: dialog.getByLabel('Preferred Call Date & Time'),
  team_size: dialog.getByLabel('Team Size'),
  current_challenges: dialog.getByLabel('Current Challenges'),
  message: dialog.getByLabel('Message'),
})

export const submitOf = (dialog: Locator): Locator => dialog.getByRole('button', { name: booking.submit })
export const receiptOf = (page: Page): Locator => page.getByRole('complementary', { name: receipt.title })

export const heroButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: callLabels.short, exact: true })

/** Clicks the button in the hero, which opens the dialog. */
export async function openBooking(page: Page): Promise<Locator> {
  await heroButton(page).click()
  return dialogOf(page)
}

export async function fillBooking(dialog: Locator, wanted: BookingInput): Promise<void> {
  const { team_size, current_challenges, ...texts } = fieldsOf(dialog)
  for (const [name, field] of Object.entries(texts)) await field.fill(wanted[name as keyof typeof texts])
  await team_size.selectOption(wanted.team_size)
  await current_challenges.selectOption(wanted.current_challenges)
}

export async function book(page: Page, wanted: BookingInput): Promise<Locator> {
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await submitOf(dialog).click()
  return dialog
}

/**
 * Simulates the time that a person needs to fill in a form, by advancing the page's clock, which the form uses. The
 * fake clock's `performance.now()` starts at zero, so the page's age is added.
 */
export async function passTime(page: Page): Promise<void> {
  const age = await page.evaluate(() => performance.now())
  await page.clock.install()
  await page.clock.fastForward(Math.ceil(age) + 4000)
}

/** Fills in and submits the form at a person's pace: a form sent within three seconds is suspected spam. */
export async function bookAtHumanPace(page: Page, wanted: BookingInput): Promise<Locator> {
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await passTime(page)
  await submitOf(dialog).click()
  return dialog
}

/** Books a call, and waits until the dialog closes. */
export async function bookAndClose(page: Page) {
  const wanted = someBooking()
  await book(page, wanted)
  await expect(dialogOf(page).getByRole('status')).toBeVisible()
  await page.clock.runFor(booking.confirmationMs)
  await expect(dialogOf(page)).toBeHidden()
  return wanted
}
