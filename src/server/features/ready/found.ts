import type { ChecklistSeverity } from '#shared/contract/operations.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'

export interface CheckResult {
  /** The result's id within its check. */
  finding: string
  state: ChecklistSeverity
  says: string
  todo?: string
  /** The path in the desk at which the owner can fix the problem. */
  link?: string
}

const finding =
  (state: ChecklistSeverity) =>
  (name: string, says: string, todo?: string): CheckResult => ({
    finding: name,
    state,
    says,
    ...(todo && { todo }),
  })

export const good = (says: string, name = 'good'): CheckResult => finding('good')(name, says)
/** Creates a result for a problem that must be fixed before the site goes public. */
export const mustFix = finding('mend')
/** Creates a result for a state that may be intended. */
export const shouldReview = finding('consider')
/** Creates a result for a state that could not be determined. */
export const unknown = finding('unknown')

/**
 * A sentence that contains values. Each value is isolated, so that right-to-left text does not reorder the sentence.
 */
export const text = (words: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: words }, ...values.map((value) => isolateBidi(String(value))))
