import { type BookingFieldName, bookingFields } from './booking.ts'

/** Short names of the form's answers, for places where the form's label is too long. */
const short: Partial<Record<BookingFieldName, string>> = {
  current_challenges: 'Challenge',
  team_size: 'Team size',
}

/**
 * What a booking says of its sender's business, as the desk and the letters to the team tell it again: each choice, and
 * each text that may be left out, but for the message, which has a place of its own.
 */
export const bookingAnswers = bookingFields
  .filter(({ type, required }) => type === 'select' || (type !== 'textarea' && !required))
  .map((field) => ({
    name: field.name,
    label: short[field.name] ?? field.label,
    words: Object.fromEntries(
      field.type === 'select' ? field.options.map(({ value, label }) => [value, label]) : [],
    ) as Readonly<Record<string, string>>,
  }))
