import type { SpamSignalField } from '#shared/contract/fields.ts'
import type { BookingInsert, CurrentChallenge, SourceField, TeamSize } from '#shared/contract/form-rows.ts'
import { bookingLimits } from '#shared/contract/form-rules.ts'
import { type FormField, optionsOf } from './form-field.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

export const teamSizeLabels = words('teamSizeLabels', {
  '1': '1 (Just me)',
  '2-5': '2-5',
  '6-10': '6-10',
  '11-25': '11-25',
  '25+': '25+',
} as const satisfies Record<TeamSize, string>)

export const challengeLabels = words('challengeLabels', {
  'slow-proposals': 'Proposals take too long',
  'lack-developers': 'Not enough developers',
  'project-management': 'Projects run late or go off track',
  'quality-control': 'Bugs reach the customer',
  'scaling-operations': 'More work than the team can handle',
  'client-retention': 'Customers leave or do not renew',
  other: 'Something else',
} as const satisfies Record<CurrentChallenge, string>)

/** The fields that a visitor sees. `monthly_revenue` is also sent, but has no input. */
export type BookingFieldName = Exclude<
  keyof BookingInsert,
  SpamSignalField | SourceField | 'id' | 'time_zone' | 'hour_cycle' | 'monthly_revenue' | 'picked'
>

export const bookingFields: readonly FormField<BookingFieldName>[] = words('bookingFields', [
  {
    name: 'name',
    label: 'Full Name',
    type: 'text',
    required: true,
    longest: bookingLimits.name,
    autocomplete: 'name',
    placeholder: 'Thandi Nkosi',
  },
  {
    name: 'email',
    label: 'Email Address',
    type: 'email',
    required: true,
    longest: bookingLimits.email,
    autocomplete: 'email',
    placeholder: 'thandi@company.example',
    hint: 'We will send the confirmation to this address.',
  },
  {
    name: 'company',
    label: 'Company Name',
    type: 'text',
    required: true,
    longest: bookingLimits.company,
    autocomplete: 'organization',
    placeholder: 'Your partner business',
  },
  {
    name: 'phone',
    label: 'Phone Number',
    type: 'tel',
    required: true,
    longest: bookingLimits.phone,
    autocomplete: 'tel',
    placeholder: '+27 21 555 0100',
    hint: 'Include the country code.',
  },
  {
    name: 'preferred_time',
    label: 'Preferred Call Date & Time',
    type: 'datetime-local',
    required: true,
    autocomplete: 'off',
    hint: 'Up to two years ahead.',
  },
  {
    name: 'team_size',
    label: 'Team Size',
    type: 'select',
    required: true,
    autocomplete: 'off',
    placeholder: 'How many people?',
    options: optionsOf(teamSizeLabels),
  },
  {
    name: 'current_challenges',
    label: 'Current Challenges',
    type: 'select',
    required: true,
    autocomplete: 'off',
    placeholder: 'What costs you the most time?',
    options: optionsOf(challengeLabels),
  },
  {
    name: 'message',
    label: 'Message',
    type: 'textarea',
    required: false,
    longest: bookingLimits.message,
    autocomplete: 'off',
    placeholder: 'For example, a late request, a stuck project or a renewal at risk.',
    hint: 'A few lines help us prepare.',
  },
])

export const booking = words('booking', {
  /** Milliseconds until the dialog closes after a booking. */
  confirmationMs: 3000,
  title: 'Book your strategy call',
  intro:
    '{callLength} about your business, free (usually {callValue}). ' +
    'Choose a time; we answer within {answerWithin}.',
  slotsClaim: '{weeklySlots}',
  close: 'Close',
  optional: 'optional',
  required: 'All fields are required except the message.',
  /** Shown under the time field, after its hint. `zone` is an IANA name or a common name for the zone. */
  zoneNote: sentence('Times are in {zone}.', 'zone'),
  submit: 'Book my free call',
  submitting: 'Submitting...',
  failure: 'Failed to submit booking. Please try again or contact us directly.',

  confirmation: {
    title: 'We have your request',
    text: 'We will answer within {answerWithin} to confirm the time.',
  },
  /** The texts for the selected slot, by the slot's state. These texts replace the usual texts. */
  outcomes: {
    held: {
      title: 'We have your request',
      text: 'We will answer within {answerWithin} and hold this time for you until then.',
    },
    /** The visitor's mailbox is not verified yet. */
    available: {
      title: 'We have your request',
      text: 'This time is not held yet. To hold it, open the link in the email that we are sending you.',
    },
    /** The client has reached its daily rate limit for selected slots. */
    unpicked: {
      title: 'We have your request',
      text:
        'Visitors on your network chose several available times today, so we cannot hold this one. ' +
        'We will answer within {answerWithin} to confirm it.',
    },
    taken: {
      title: 'That time is no longer available',
      text: 'We still have your request. You can choose another time, or we will offer you one.',
    },
  },
} as const)
