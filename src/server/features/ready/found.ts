import type { ReadyState } from '#shared/contract/ready.ts'
import { isolate } from '#shared/lib/isolate.ts'

/** What one check has found. */
export interface Found {
  /** The name of this finding among those of its check. */
  finding: string
  state: ReadyState
  says: string
  /** What is to be done. */
  todo?: string
}

const finding =
  (state: ReadyState) =>
  (name: string, says: string, todo?: string): Found => ({
    finding: name,
    state,
    says,
    ...(todo && { todo }),
  })

export const good = (says: string, name = 'good'): Found => finding('good')(name, says)
/** Must change before the public comes. */
export const mend = finding('mend')
/** May be as it is meant. */
export const consider = finding('consider')
/** Nobody could find out just now. */
export const unknown = finding('unknown')

/** A sentence that names values, each fenced in where it runs from right to left. */
export const text = (words: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: words }, ...values.map((value) => isolate(String(value))))
