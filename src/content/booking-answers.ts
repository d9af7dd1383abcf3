import { type BookingFieldName, bookingFields } from './booking.ts'
import { words } from './words.ts'

/** Short labels, for places where the form's label is too long. */
const short: Partial<Record<BookingFieldName, string>> = words('shortLabels', {
  current_challenges: 'Challenge',
  team_size: 'Team size',
})

/**
 * Answers about the visitor's business, for the desk and emails to the team: the values of all selects and of all
 * optional text fields. The message is excluded, because it is shown separately.
 */
export const bookingAnswers = bookingFields
  .filter(({ type, required }) => type === 'select' || (type !== 'textarea' && !required))
  .map((field) => ({
    name: field.name,
    get label() {
      return short[field.name] ?? field.label
    },
    get words(): Readonly<Record<string, string>> {
      const options = field.type === 'select' ? field.options : []
      return Object.fromEntries(options.map(({ value, label }) => [value, label]))
    },
  }))
