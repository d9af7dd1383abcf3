import type { FormEvent } from 'react'
import { type BookingFieldName, booking, bookingFields } from '#content/booking.ts'
import { brand } from '#content/brand.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import { Trap } from '#ui/trap.tsx'
import { visitorZone } from './api.ts'
import css from './booking-form.module.css'
import { useBooking } from './use-booking.ts'
import { useEarliest } from './use-earliest.ts'
import { ZoneSelect } from './zone-select.tsx'

/** Longest accepted text; the contract states the same numbers and a test holds the two together. */
export const maxLengths: Partial<Record<BookingFieldName, number>> = {
  name: 200,
  email: 254,
  company: 200,
  phone: 40,
  message: 5000,
}

const isWide = (name: BookingFieldName) => name === 'message' || name === 'current_challenges'

/** The form itself. Without script it posts to a route of its own and gets a plain page back. */
export function BookingForm() {
  const { phase, draft, submit } = useBooking()
  const earliest = useEarliest()
  const problem = phase.name === 'editing' ? phase.problem : null
  const submitting = phase.name === 'submitting'
  const typed = draft.values()

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name, value } = event.target as HTMLInputElement
    draft.edit({ [name]: value })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    draft.take(event.currentTarget)
    void submit()
  }

  return (
    <form
      ref={draft.attach}
      className={css.form}
      method="post"
      action="/forms/booking"
      onInput={onInput}
      onSubmit={onSubmit}
    >
      {bookingFields.map((field) => (
        <div key={field.name} className={css[isWide(field.name) ? 'wide' : 'half']}>
          <Field
            spec={field}
            idPrefix="booking"
            optional={booking.optional}
            maxLength={maxLengths[field.name]}
            min={field.name === 'preferred_time' ? earliest : undefined}
            defaultValue={typed[field.name]}
            error={problem?.field === field.name ? problem.reason : undefined}
            hint={field.name === 'preferred_time' ? earliest && booking.zoneNote(visitorZone()) : undefined}
          />
          {field.name === 'preferred_time' && <ZoneSelect />}
        </div>
      ))}
      <Trap name="budget_note" />
      <div className={css.end}>
        {problem && (
          <FormProblem failure={booking.failure}>
            {problem.reason ?? <a href={`mailto:${brand.email}`}>{brand.email}</a>}
          </FormProblem>
        )}
        <Button look="signal" type="submit" disabled={submitting}>
          {submitting ? booking.submitting : booking.submit}
        </Button>
        <p className={css.note}>{booking.required}</p>
      </div>
    </form>
  )
}
