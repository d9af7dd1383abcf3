import { createStore } from './store.ts'

/** A form that failed while it was not visible: its dialog was closed, or another view was shown. */
export interface MissedFailure {
  readonly form: 'booking' | 'message'
  readonly says: string
}

/** The failures that the page has yet to report, newest last. */
export const missedFailures = createStore<readonly MissedFailure[]>([])

export function miss(failure: MissedFailure): void {
  missedFailures.set([...missedFailures.get(), failure])
}

export function forgetMissed(form: MissedFailure['form']): void {
  const others = missedFailures.get().filter((missed) => missed.form !== form)
  if (others.length < missedFailures.get().length) missedFailures.set(others)
}
