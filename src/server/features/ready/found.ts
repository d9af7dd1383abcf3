import type { ReadyState } from '#shared/contract/operations.ts'
import { isolate } from '#shared/lib/display-text.ts'

export interface Found {
  /** The id of this result within its check. */
  finding: string
  state: ReadyState
  says: string
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
/** Must be fixed before the site goes public. */
export const mend = finding('mend')
/** May be intended. */
export const consider = finding('consider')
/** Could not be determined. */
export const unknown = finding('unknown')

/** A sentence with values, each isolated so that right-to-left text in it does not reorder the sentence. */
export const text = (words: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: words }, ...values.map((value) => isolate(String(value))))
