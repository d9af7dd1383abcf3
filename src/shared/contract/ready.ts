import * as v from 'valibot'

/**
 * How a finding counts. `mend` is what must change before the public comes; `consider` may be as it is meant; `unknown`
 * says that nobody could find out just now.
 */
const readyStates = ['good', 'mend', 'consider', 'unknown'] as const
export type ReadyState = (typeof readyStates)[number]

/** What one check has found. Times in its sentences are ISO 8601, in UTC. */
const finding = v.object({
  check: v.string(),
  title: v.string(),
  finding: v.string(),
  state: v.picklist(readyStates),
  says: v.string(),
  /** What is to be done. */
  todo: v.optional(v.string()),
})
export type ReadyFinding = v.InferOutput<typeof finding>

/** `POST /ready/v1/checks` asks for all of them, with the browser's time in milliseconds since 1970. */
export const readyRequest = v.object({ now: v.number() })
/** The answer, by what the checks are about. */
export const readyAnswer = v.object({
  groups: v.array(v.object({ title: v.string(), text: v.string(), findings: v.array(finding) })),
})
export type ReadyAnswer = v.InferOutput<typeof readyAnswer>

/** How the code of the letter looks: two groups of four, without characters that are taken for one another. */
const mailCode = v.pipe(
  v.string(),
  v.transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  v.regex(/^[2-9A-HJKMNP-TV-Z]{8}$/, 'Eight letters and digits, such as K7QM-3XWD'),
)
/** `POST /ready/v1/letter/confirmation`: the code has arrived. */
export const mailConfirmation = v.object({ code: mailCode })
export const mailConfirmed = v.object({ confirmed: v.literal(true) })
