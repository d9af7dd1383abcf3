import { type BookingFieldName, bookingFields } from './booking.ts'

/** Short labels, for places where the form's label is too long. */
const short: Partial<Record<BookingFieldName, string>> = {
  current_challenges: 'Challenge',
  team_size: 'Team size',
}

/**
 * Answers about the visitor's business, for the desk and emails to the team: the values of all selects and of all
 * optional text fields. The message is excluded, because it is shown separately.
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
