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

/**
 * The forms of the served HTML, and the field that had the focus last. If something was inserted into the page, hydration
 * fails and replaces them; the removed ones still have what was typed.
 */
export const served = import.meta.env.SSR
  ? { forms: [], field: null }
  : { forms: [...document.forms], field: document.activeElement }
if (!import.meta.env.SSR)
  addEventListener('focusin', ({ target }) => {
    served.field = target as Element
  })

/** The served form with this name, if it is not this one. */
export const replacedForm = (name: string, form?: Element | null): HTMLFormElement | undefined =>
  served.forms.find((one) => one !== form && one.getAttribute('action') === `/forms/${name}`)

/**
 * Takes what was put beside fields of a served form out of it, because hydration would fail on it. Returns a function that
 * puts it back. What was put around a field stays.
 */
export function setAside(name: string): () => void {
  const form = replacedForm(name)
  if (!form) return () => {}
  const places = [...(window.boot?.inserted ?? [])]
    .filter((node) => form.contains(node) && !(node instanceof Element && node.querySelector('[name]')))
    .map((node) => ({ node, parent: node.parentNode, next: node.nextSibling }))
  for (const { node } of places) node.parentNode?.removeChild(node)
  return () => {
    // From the last on, because one may stand before another.
    for (const { node, parent, next } of places.splice(0).reverse())
      parent?.insertBefore(node, next?.parentNode === parent ? next : null)
  }
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
