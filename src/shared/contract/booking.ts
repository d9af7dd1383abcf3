import * as v from 'valibot'
import { hourCycles } from '#shared/lib/hour-cycle.ts'
import { currentZone } from '#shared/lib/time-zone.ts'
import { email, freeText, instant, optionalTexts, requiredText, suspectFields } from './fields.ts'
import { bookingLimits, bookingOptional } from './form-rules.ts'
import { originFields } from './origin.ts'

/** Values of the Team Size select, in the order they are shown. */
export const teamSizes = ['1', '2-5', '6-10', '11-25', '25+'] as const
export type TeamSize = (typeof teamSizes)[number]

/** Values of the Current Challenges select, in the order they are shown. */
export const challenges = [
  'slow-proposals',
  'lack-developers',
  'project-management',
  'quality-control',
  'scaling-operations',
  'client-retention',
  'other',
] as const
export type Challenge = (typeof challenges)[number]

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
  /** Whether the visitor picked one of the offered free times. */
  picked: v.optional(v.boolean('must be true or false')),
  /** The visitor's format of the time of day; optional for programs. */
  hour_cycle: v.optional(v.nullable(v.picklist(hourCycles, `must be one of ${hourCycles.join(', ')}`))),
  ...optionalTexts(bookingOptional),
  time_zone: v.optional(
    v.nullable(
      v.pipe(
        freeText(bookingOptional.time_zone),
        v.transform((zone) => zone && currentZone(zone)),
      ),
    ),
  ),
  ...suspectFields,
  ...originFields,
})

export type Booking = v.InferInput<typeof bookingSchema>
