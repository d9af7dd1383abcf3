import { createContext, use, useReducer, useRef } from 'react'
import { bookingRow, insertBooking, problemOf, visitorZone } from './api.ts'
import { bookingReducer, initialBooking, type BookingState } from './state.ts'
import type { Draft } from './types.ts'

export interface BookingController extends BookingState {
  /** What was typed, in memory only: it outlives closing the dialog and changing the view. */
  readonly draft: () => Draft
  readonly edit: (draft: Draft) => void
  /** A dialog was opened: makes the id that the row will have. */
  readonly open: () => void
  readonly submit: () => Promise<void>
  /** After success: an empty form, ready for another request. */
  readonly reset: () => void
  readonly dismissReceipt: () => void
}

/** State of the one booking form, whichever screen's dialog shows it. */
export function useBookingForm(): BookingController {
  const [state, dispatch] = useReducer(bookingReducer, initialBooking)
  const draft = useRef<Draft>({ monthly_revenue: '' })
  const id = useRef<string | null>(null)
  const tried = useRef(false)

  const edit = (next: Draft) => {
    draft.current = { ...draft.current, ...next }
    // The first try may have arrived although its answer did not. Sent again under its id, the change
    // would be taken for a repeat and lost, so an edited form is a new row.
    if (tried.current) id.current = crypto.randomUUID()
    tried.current = false
  }

  const submit = async () => {
    if (state.phase.name === 'submitting') return
    dispatch({ type: 'submit' })
    id.current ??= crypto.randomUUID()
    tried.current = true
    const row = bookingRow(id.current, draft.current)
    const outcome = await insertBooking(row)
    if (outcome.kind !== 'stored') return dispatch({ type: 'failed', problem: problemOf(outcome) })
    const booking = { id: id.current, start: new Date(row.preferred_time), zone: visitorZone() }
    id.current = null
    tried.current = false
    draft.current = { monthly_revenue: draft.current.monthly_revenue ?? '' }
    dispatch({ type: 'stored', booking })
  }

  return {
    ...state,
    draft: () => draft.current,
    edit,
    open: () => {
      id.current ??= crypto.randomUUID()
    },
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
