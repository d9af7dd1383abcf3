import type { ReactNode } from 'react'

export interface RefusedField {
  readonly name: string
  readonly reason: string
}

/** Why the last attempt failed: the refused fields in the form's order; none if the reason is unknown. */
export interface Problem {
  readonly refused: readonly RefusedField[]
  /** A further note after the sentence of the failure. */
  readonly note?: ReactNode
}

/** Scrolls to and focuses the problem: the first refused field, else the summary, else the button. */
export function showProblem(form: HTMLFormElement | null | undefined): void {
  const target = ['[aria-invalid]', '[role=alert]:has(li)', '[type=submit]']
    .map((selector) => form?.querySelector<HTMLElement>(selector))
    .find(Boolean)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
