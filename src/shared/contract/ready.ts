import * as v from 'valibot'

/**
 * The weight of a finding. `mend`: must be fixed before the site goes public; `consider`: may be intended; `unknown`:
 * could not be determined now.
 */
const readyStates = ['good', 'mend', 'consider', 'unknown'] as const
export type ReadyState = (typeof readyStates)[number]

/** The result of one check. Times in its sentences are ISO 8601, in UTC. */
const finding = v.object({
  check: v.string(),
  title: v.string(),
  finding: v.string(),
  state: v.picklist(readyStates),
  says: v.string(),
  todo: v.optional(v.string()),
})
export type ReadyFinding = v.InferOutput<typeof finding>

/** `POST /ready/v1/checks` runs all checks; `now` is the browser's time in milliseconds since 1970. */
export const readyRequest = v.object({ now: v.number() })
/** The results, grouped by subject. */
export const readyAnswer = v.object({
  groups: v.array(v.object({ title: v.string(), text: v.string(), findings: v.array(finding) })),
})
export type ReadyAnswer = v.InferOutput<typeof readyAnswer>

/** The code of the letter: two groups of four, without characters that look alike. */
const mailCode = v.pipe(
  v.string(),
  v.transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  v.regex(/^[2-9A-HJKMNP-TV-Z]{8}$/, 'Eight letters and digits, such as K7QM-3XWD'),
)
export const mailConfirmation = v.object({ code: mailCode })
export const mailConfirmed = v.object({ confirmed: v.literal(true) })
