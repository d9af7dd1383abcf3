import { booking, bookingFields } from './booking.ts'
import { contact, messageFields } from './contact.ts'
import type { FormField } from './form-field.ts'
import { bookingRefusals, messageRefusals } from './form-refusals.ts'
import { forms } from './forms.ts'
import { zones } from './zones.ts'

/** The data of a form that works without JavaScript. */
export interface FormKind {
  table: 'strategy_call_bookings' | 'contact_messages'
  fields: readonly FormField[]
  title: string
  text: string
  /** Says which fields are required, unless `text` already does. */
  required?: string
  optional?: string
  submit: string
  /** The failure message, and one sentence for each field that can cause it. */
  failure: string
  refusals: Readonly<Record<string, string>>
  received: { title: string; text: string; nextTitle?: string; next?: readonly string[] }
}

/** The time zone field, which follows the time field. Without JavaScript, the form cannot detect the visitor's zone. */
const zoneField = (): FormField => ({
  ...zones,
  type: 'select',
  required: false,
  autocomplete: 'off',
  hint: forms.booking.timeHint,
})

const withZone = () =>
  bookingFields.flatMap((field) => (field.name === 'preferred_time' ? [field, zoneField()] : field))

/** Returns each form with its current texts. */
export const formKinds = {
  booking: () => ({
    table: 'strategy_call_bookings',
    fields: withZone(),
    title: booking.title,
    text: booking.intro,
    required: booking.required,
    optional: booking.optional,
    submit: booking.submit,
    failure: booking.failure,
    refusals: bookingRefusals,
    received: forms.bookingReceived,
  }),
  message: () => ({
    table: 'contact_messages',
    fields: messageFields,
    title: contact.form.title,
    text: contact.form.intro,
    submit: contact.form.submit,
    failure: contact.form.failure,
    refusals: messageRefusals,
    received: forms.messageReceived,
  }),
} as const satisfies Record<string, () => FormKind>

export type FormName = keyof typeof formKinds
