import { createContext, use, useReducer, useState } from 'react'
import { createRowDraft, type RowDraft } from '#site/lib/row-draft.ts'
import { trackOutcome } from '#site/lib/track-outcome.ts'
import { bookingRow, insertBooking, problemOf, visitorZone } from './api.ts'
import { type BookingState, bookingReducer, initialBooking } from './state.ts'
import type { Draft } from './types.ts'

export interface BookingController extends BookingState {
  /** What was typed: it outlives closing the dialog, changing the view and reloading the page. */
  readonly draft: RowDraft<keyof Draft>
  readonly submit: () => Promise<void>
  /** After success: an empty form, ready for another request. */
  readonly reset: () => void
  readonly dismissReceipt: () => void
}

/** State of the one booking form, whichever screen's dialog shows it. */
export function useBookingForm(): BookingController {
  const [state, dispatch] = useReducer(bookingReducer, initialBooking)
  const [draft] = useState(() => createRowDraft<keyof Draft>('booking', { monthly_revenue: '', block: '' }))

  const submit = async () => {
    if (state.phase.name === 'submitting') return
    dispatch({ type: 'submit' })
    const id = draft.send()
    const row = { ...bookingRow(id, draft.values()), fill_seconds: draft.seconds() }
    const outcome = await insertBooking(row)
    const problem = await problemOf(outcome)
    trackOutcome('booking', outcome, problem.field)
    if (outcome.kind !== 'stored') return dispatch({ type: 'failed', problem })
    draft.clear({ monthly_revenue: draft.values().monthly_revenue ?? '' })
    const booking = { id, start: new Date(row.preferred_time), zone: visitorZone(), page: outcome.page }
    dispatch({ type: 'stored', booking })
  }

  return {
    ...state,
    draft,
    submit,
    reset: () => dispatch({ type: 'reset' }),
    dismissReceipt: () => dispatch({ type: 'dismiss' }),
  }
}

export const BookingContext = createContext<BookingController | null>(null)

export function useBooking(): BookingController {
  const form = use(BookingContext)
  if (!form) throw new Error('useBooking needs a BookingContext above it')
  return form
}
