/** A step that brings a page into its sample state. Buttons and links are found by name, fields by label. */
export type Step =
  | readonly [act: 'press', name: string]
  | readonly [act: 'fill', label: string, text: string]
  | readonly [act: 'open', summary: string]
  /** Waits until this text is visible and the page is idle. */
  | readonly [act: 'see', words: string]

/** An error response; `code`, `hint` and `facts` have the same meaning as in PostgREST. */
interface Refusal {
  readonly trouble: number
  readonly says: string
  readonly code?: string
  readonly hint?: string
  readonly facts?: object
  /** Seconds to wait before a retry. */
  readonly wait?: number
}

/** A failure instead of a response: no response, a lost connection, or an error response. */
export type Trouble = { readonly trouble: 'never' } | { readonly trouble: 'offline' } | Refusal

export const never: Trouble = { trouble: 'never' }
export const offline: Trouble = { trouble: 'offline' }
export const broken: Trouble = { trouble: 500, says: 'Something went wrong on our side (reference 7f3a)' }
export const refused = (
  trouble: number,
  says: string,
  more: Omit<Refusal, 'trouble' | 'says'> = {},
): Trouble => ({ trouble, says, ...more })

export const isTrouble = (answer: unknown): answer is Trouble =>
  typeof answer === 'object' && answer !== null && 'trouble' in answer

/** Samples for text fields: a long word, and right-to-left text with digits and brackets. */
export const unbreakable = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
export const arabic = 'عبد الرحمن الهاشمي (42)'

type Words = string | RegExp
type Role =
  | ('button' | 'checkbox' | 'combobox' | 'dialog' | 'group' | 'heading' | 'img' | 'link' | 'menuitem')
  | ('option' | 'region' | 'row' | 'slider' | 'status' | 'tab' | 'tablist' | 'toolbar')

/** An expectation about a sample state; `rehearsals/appearances/states.test.ts` checks it. */
export type Look =
  | readonly [kind: 'shows', role: Role, name: Words]
  | readonly [kind: 'counts', role: Role, name: Words, count: number]
  | readonly [kind: 'holds', label: Words, value: Words]
  | readonly [kind: 'says' | 'saysNo' | 'warns' | 'offers' | 'lacks' | 'faults', words: Words]
  | readonly [kind: 'isolates', words: string]

/** Expectations for each state; the code does not compile if a state is missing. */
export type Looks<States> = { readonly [Name in keyof States]: readonly Look[] }

const shows = (role: Role, name: Words): Look => ['shows', role, name]

export const see = {
  /** Expects a visible element with this role and name. */
  shows,
  heading: (name: Words): Look => shows('heading', name),
  /** Expects a loading state that is announced. */
  waits: (name: Words): Look => shows('status', name),
  /** Expects this many elements with this role and name. */
  counts: (role: Role, name: Words, count: number): Look => ['counts', role, name, count],
  /** Expects this text to be visible. */
  says: (words: Words): Look => ['says', words],
  saysNo: (words: Words): Look => ['saysNo', words],
  /** Expects an alert with this text. */
  warns: (words: Words): Look => ['warns', words],
  /** Expects an enabled button or link with this name. */
  offers: (name: Words): Look => ['offers', name],
  lacks: (name: Words): Look => ['lacks', name],
  /** Expects a value in the field with this label. */
  holds: (label: Words, value: Words): Look => ['holds', label, value],
  /** Expects the field with this label to be invalid. */
  faults: (label: Words): Look => ['faults', label],
  /** Expects this right-to-left text to be isolated. */
  isolates: (words: string): Look => ['isolates', words],
}

/** Expectations for each value of a closed set, keyed like the states of `statesOfEach`. */
export const looksAtEach = <Word extends string>(
  words: readonly Word[],
  look: (word: Word) => readonly Look[],
) =>
  Object.fromEntries(words.map((word) => [`with-${word}`, look(word)])) as Record<
    `with-${Word}`,
    readonly Look[]
  >
