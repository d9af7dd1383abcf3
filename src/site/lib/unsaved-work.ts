import { createStore } from './store.ts'

const unsavedChecks = new Set<() => boolean>()

/** Registers a check for state that exists only in this page, such as a draft that the browser could not store. */
export function registerUnsavedCheck(isAtRisk: () => boolean): void {
  unsavedChecks.add(isAtRisk)
}

/** True if a page load would lose what the visitor typed. */
export function hasUnsavedWork(): boolean {
  return [...unsavedChecks].some((isAtRisk) => isAtRisk())
}

/**
 * The forms in the served HTML, and the field that last had focus. If an extension inserted nodes into the page,
 * hydration fails and replaces the forms; the replaced forms still contain the visitor's input.
 */
export const servedForms = import.meta.env.SSR
  ? { forms: [], field: null }
  : { forms: [...document.forms], field: document.activeElement }
if (!import.meta.env.SSR)
  addEventListener('focusin', ({ target }) => {
    servedForms.field = target as Element
  })

/** Returns the served form with this name, unless that form is `form`. */
export const replacedForm = (name: string, form?: Element | null): HTMLFormElement | undefined =>
  servedForms.forms.find((one) => one !== form && one.getAttribute('action') === `/forms/${name}`)

/**
 * Removes nodes that extensions inserted next to the fields of a served form, because the nodes would make hydration
 * fail. Returns a function that restores the removed nodes. Nodes that contain a field are not removed.
 */
export function removeInsertedNodes(name: string): () => void {
  const form = replacedForm(name)
  if (!form) return () => {}
  const places = [...(window.boot?.inserted ?? [])]
    .filter((node) => form.contains(node) && !(node instanceof Element && node.querySelector('[name]')))
    .map((node) => ({ node, parent: node.parentNode, next: node.nextSibling }))
  for (const { node } of places) node.parentNode?.removeChild(node)
  return () => {
    // Restores nodes in reverse order, because a node's next sibling may also be an inserted node.
    for (const { node, parent, next } of places.splice(0).reverse())
      parent?.insertBefore(node, next?.parentNode === parent ? next : null)
  }
}

/** A failure of a form that was not visible, because its dialog was closed or another view was shown. */
export interface MissedFailure {
  readonly form: 'booking' | 'message'
  readonly says: string
}

/** The missed failures that the page still shows, newest last. */
export const missedFailures = createStore<readonly MissedFailure[]>([])

export function addMissedFailure(failure: MissedFailure): void {
  missedFailures.set([...missedFailures.get(), failure])
}

export function clearMissedFailure(form: MissedFailure['form']): void {
  const others = missedFailures.get().filter((missed) => missed.form !== form)
  if (others.length < missedFailures.get().length) missedFailures.set(others)
}
