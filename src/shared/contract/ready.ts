import * as v from 'valibot'

/**
 * How a finding counts. `mend` is what must change before the public comes; `consider` may be as it is meant; `unknown`
 * says that nobody could find out just now.
 */
export const readyStates = ['good', 'mend', 'consider', 'unknown'] as const
export type ReadyState = (typeof readyStates)[number]

/** What a name server answered where it gave no record. */
const lookedUp = {
  no_domain: 'mend',
  timeout: 'unknown',
  unreachable: 'unknown',
  refused: 'unknown',
} as const

/** Every check of the page 'Ready for the public', what each may find, and how that counts. */
export const readyFindings = {
  address: { good: 'good', unset: 'mend', not_https: 'mend', no_name: 'mend' },
  reach: {
    good: 'good',
    not_asked: 'unknown',
    no_domain: 'mend',
    unresolved: 'unknown',
    no_answer: 'mend',
    certificate: 'mend',
    redirected: 'mend',
    elsewhere: 'mend',
  },
  proxy: {
    direct: 'good',
    good: 'good',
    not_seen: 'unknown',
    not_trusted: 'mend',
    other: 'mend',
    silent: 'mend',
    inner: 'consider',
  },
  mail: { good: 'good', folder: 'mend', sender: 'mend', unproven: 'mend', changed: 'mend' },
  spf: {
    good: 'good',
    soft: 'good',
    no_sender: 'mend',
    none: 'mend',
    several: 'mend',
    open: 'mend',
    ...lookedUp,
  },
  dkim: {
    good: 'good',
    no_sender: 'mend',
    unsigned: 'consider',
    not_aligned: 'mend',
    none: 'mend',
    other_key: 'mend',
    revoked: 'mend',
    ...lookedUp,
  },
  dmarc: {
    good: 'good',
    no_sender: 'mend',
    watching: 'consider',
    none: 'mend',
    several: 'mend',
    ...lookedUp,
  },
  second_step: { good: 'good', missing: 'mend', nobody: 'mend' },
  owners: { good: 'good', one: 'consider' },
  backup: {
    good: 'good',
    unset: 'mend',
    none: 'mend',
    broken: 'mend',
    late: 'mend',
    old: 'mend',
    unproven: 'consider',
    by_hand: 'consider',
  },
  key: { apart: 'good', beside: 'consider' },
  rights: { good: 'good', owner: 'consider', superuser: 'mend' },
  clock: { good: 'good', server: 'mend', browser: 'consider' },
  hours: { good: 'good', untouched: 'consider' },
  days_off: { good: 'good', none: 'consider' },
  hosts: { good: 'good', none: 'consider', without_hours: 'consider' },
  name: { good: 'good', sample: 'mend' },
  mailbox: { good: 'good', sample: 'mend' },
  links: { good: 'good', sample: 'mend' },
  testimonials: { good: 'good', sample: 'mend' },
  figures: { good: 'good', sample: 'mend' },
  people: { good: 'good', sample: 'mend' },
  example: { good: 'good', sample: 'consider' },
  legal: { good: 'good', sample: 'mend' },
  documents: { good: 'good', missing: 'mend', placeholders: 'mend', no_answer: 'unknown' },
  rate_limit: { good: 'good', off: 'mend' },
  private_addresses: { good: 'good', on: 'consider' },
} as const satisfies Record<string, Record<string, ReadyState>>

export type ReadyCheck = keyof typeof readyFindings
export const readyChecks = Object.keys(readyFindings) as ReadyCheck[]

/** What every check may come to beside its own findings: it took too long, or broke. */
export const unfinished = { slow: 'unknown', failed: 'unknown' } as const satisfies Record<string, ReadyState>

/** What a check may find. */
export type ReadyName<Check extends ReadyCheck> = (
  | keyof (typeof readyFindings)[Check]
  | keyof typeof unfinished
) &
  string

/** What a finding counts as; null for one that this release does not know. */
export function readyStateOf(check: ReadyCheck, finding: string): ReadyState | null {
  const known: Readonly<Record<string, ReadyState>> = { ...readyFindings[check], ...unfinished }
  return known[finding] ?? null
}

/** What one check has found; `facts` are the values that its sentence names. */
const finding = v.pipe(
  v.object({ check: v.picklist(readyChecks), finding: v.string(), facts: v.record(v.string(), v.string()) }),
  v.check(({ check, finding }) => readyStateOf(check, finding) !== null, 'a finding that is not known'),
)

/** `POST /ready/v1/checks` asks for all of them, with the browser's time in milliseconds since 1970. */
export const readyWish = v.object({ now: v.number() })
/** The answer, in the order of `readyFindings`. */
export const readyAnswer = v.object({ findings: v.array(finding) })
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
