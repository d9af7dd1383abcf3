import { createStore } from './store.ts'

const risks = new Set<() => boolean>()

/** Registers state that exists only in this page, such as a draft that the browser does not store. */
export function watchRisk(isAtRisk: () => boolean): void {
  risks.add(isAtRisk)
}

/** Whether a page load would lose the visitor's work. */
export function isWorkAtRisk(): boolean {
  return [...risks].some((isAtRisk) => isAtRisk())
}

/** A form that failed while it was not visible: its dialog was closed, or another view was shown. */
export interface MissedFailure {
  readonly form: 'booking' | 'message'
  readonly says: string
}

/** The failures that the page has yet to report, newest last. */
export const missedFailures = createStore<readonly MissedFailure[]>([])

export function addMissed(failure: MissedFailure): void {
  missedFailures.set([...missedFailures.get(), failure])
}

export function forgetMissed(form: MissedFailure['form']): void {
  const others = missedFailures.get().filter((missed) => missed.form !== form)
  if (others.length < missedFailures.get().length) missedFailures.set(others)
}
