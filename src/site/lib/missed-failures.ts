import { createStore } from './store.ts'

/** A form whose failure came while it could not be seen: its dialog was closed, or another view shown. */
export interface MissedFailure {
  readonly form: 'booking' | 'message'
  /** The sentence of the failure. */
  readonly says: string
}

/** What the page still has to tell, the newest last. */
export const missedFailures = createStore<readonly MissedFailure[]>([])

export function miss(failure: MissedFailure): void {
  missedFailures.set([...missedFailures.get(), failure])
}

export function forgetMissed(form: MissedFailure['form']): void {
  const others = missedFailures.get().filter((missed) => missed.form !== form)
  if (others.length < missedFailures.get().length) missedFailures.set(others)
}
