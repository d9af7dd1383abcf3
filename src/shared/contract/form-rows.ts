import * as v from 'valibot'
import { hourCycles } from '#shared/lib/local-time.ts'
import { originOfReferrer, removePersonalData } from '#shared/lib/page-url.ts'
import { currentZoneName, unknownZone } from '#shared/lib/time-zone.ts'
import { email, instant, optionalTexts, optionalTrimmedText, requiredText, spamSignalFields } from './fields.ts'
import { bookingLimits, messageLimits, optionalBookingLimits } from './form-rules.ts'

const longest = 2000

/** A URL without personal data; null if nothing is left of the URL. */
const trimmedUrl = (trim: (text: string) => string | null) =>
  v.optional(
    v.nullable(
      v.pipe(
        optionalTrimmedText(longest),
        v.transform((text) => text && trim(text)),
      ),
    ),
  )

/**
 * The visit in which a form was sent, with its first URL and its referrer; both forms have these fields. All of
 * these fields are optional; a visitor who opts out never sends them.
 */
const sourceFields = {
  session_id: v.optional(v.nullable(v.pipe(v.string('must be text'), v.uuid('must be a UUID')))),
  landing_page: trimmedUrl(removePersonalData),
  referrer: trimmedUrl(originOfReferrer),
}

/** Columns that forms do not show to visitors. */
export type SourceField = keyof typeof sourceFields

/** Values of the Team Size select, in the displayed order. */
export const teamSizes = ['1', '2-5', '6-10', '11-25', '25+'] as const
export type TeamSize = (typeof teamSizes)[number]

/** Values of the Current Challenges select, in the displayed order. */
export const challenges = [
  'slow-proposals',
  'lack-developers',
  'project-management',
  'quality-control',
  'scaling-operations',
  'client-retention',
  'other',
] as const
export type CurrentChallenge = (typeof challenges)[number]

/** One row of `strategy_call_bookings` with the columns that a visitor may insert. */
export const bookingSchema = v.strictObject({
  id: v.optional(v.pipe(v.string('must be text'), v.uuid('must be a UUID'))),
  name: requiredText(bookingLimits.name),
  email: email(bookingLimits.email),
  company: requiredText(bookingLimits.company),
  phone: requiredText(bookingLimits.phone),
  current_challenges: v.picklist(challenges, `must be one of ${challenges.join(', ')}`),
  team_size: v.picklist(teamSizes, `must be one of ${teamSizes.join(', ')}`),
  preferred_time: instant(),
  /** True if the visitor selected an available time. */
  picked: v.optional(v.boolean('must be true or false')),
  /** The visitor's time format; optional for API clients. */
  hour_cycle: v.optional(v.nullable(v.picklist(hourCycles, `must be one of ${hourCycles.join(', ')}`))),
  ...optionalTexts(optionalBookingLimits),
  time_zone: v.optional(
    v.nullable(
      v.pipe(
        optionalTrimmedText(optionalBookingLimits.time_zone),
        v.transform((zone) => (zone && zone !== unknownZone ? currentZoneName(zone) : null)),
      ),
    ),
  ),
  ...spamSignalFields,
  ...sourceFields,
})

export type BookingInsert = v.InferInput<typeof bookingSchema>

/** Values of the Inquiry Type select, in the displayed order. */
export const inquiryTypes = ['partner360', 'services', 'partnership', 'support', 'other'] as const
export type InquiryType = (typeof inquiryTypes)[number]

/** One row of `contact_messages` with the columns that a visitor may insert. */
export const messageSchema = v.strictObject({
  id: v.optional(v.pipe(v.string('must be text'), v.uuid('must be a UUID'))),
  name: requiredText(messageLimits.name),
  email: email(messageLimits.email),
  company: requiredText(messageLimits.company),
  message: requiredText(messageLimits.message),
  inquiry_type: v.picklist(inquiryTypes, `must be one of ${inquiryTypes.join(', ')}`),
  ...spamSignalFields,
  ...sourceFields,
})

export type MessageInsert = v.InferInput<typeof messageSchema>
