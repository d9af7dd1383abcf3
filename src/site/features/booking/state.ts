import type { Problem, SentBooking } from './types.ts'

/** Where the form stands. Whether its dialog is open is the screen's own affair. */
export type Phase =
  | { readonly name: 'editing'; readonly problem: Problem | null }
  | { readonly name: 'submitting' }
  | { readonly name: 'success' }

export interface BookingState {
  readonly phase: Phase
  /** Stays on the page until it is dismissed. */
  readonly receipt: SentBooking | null
}

export type BookingAction =
  | { readonly type: 'submit' }
  | { readonly type: 'stored'; readonly booking: SentBooking }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'reset' }
  | { readonly type: 'dismiss' }

export const initialBooking: BookingState = { phase: { name: 'editing', problem: null }, receipt: null }

export function bookingReducer(state: BookingState, action: BookingAction): BookingState {
  switch (action.type) {
    case 'submit':
      return { ...state, phase: { name: 'submitting' } }
    case 'stored':
      return { phase: { name: 'success' }, receipt: action.booking }
    case 'failed':
      return { ...state, phase: { name: 'editing', problem: action.problem } }
    case 'reset':
      return { ...state, phase: { name: 'editing', problem: null } }
    case 'dismiss':
      return { ...state, receipt: null }
  }
}
