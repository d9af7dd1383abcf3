import type { ReactNode } from 'react'

/** One field that was refused, and the sentence about it. */
export interface RefusedField {
  readonly name: string
  readonly reason: string
}

/** Why the last try failed: the fields that were refused, in the form's order; none when nobody could tell. */
export interface Problem {
  readonly refused: readonly RefusedField[]
  /** What else there is to say, after the sentence of the failure. */
  readonly note?: ReactNode
}

/** Leads to what is wrong, in view with its reason: the first field at fault, else the summary, else the button. */
export function showProblem(form: HTMLFormElement | null | undefined): void {
  const target = ['[aria-invalid]', '[role=alert]:has(li)', '[type=submit]']
    .map((selector) => form?.querySelector<HTMLElement>(selector))
    .find(Boolean)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
