/** A step that brings a page into its sample state. Buttons and links are found by name, fields by label. */
export type StateStep =
  | readonly [act: 'press', name: string]
  | readonly [act: 'fill', label: string, text: string]
  | readonly [act: 'open', summary: string]
  /** Waits until this text is visible and the page is idle. */
  | readonly [act: 'see', words: string]

/** An error response; `code`, `hint` and `facts` have the same meaning as in PostgREST. */
interface SampleErrorResponse {
  readonly trouble: number
  readonly says: string
  readonly code?: string
  readonly hint?: string
  readonly facts?: object
  /** Seconds to wait before a retry. */
  readonly wait?: number
}

/** A simulated failure: no response, a lost connection, or an error response. */
export type SampleFailure = { readonly trouble: 'never' } | { readonly trouble: 'offline' } | SampleErrorResponse

export const pending: SampleFailure = { trouble: 'never' }
export const offline: SampleFailure = { trouble: 'offline' }
export const serverError: SampleFailure = {
  trouble: 500,
  says: 'Something went wrong on our side (reference 7f3a).',
}
export const errorResponse = (
  trouble: number,
  says: string,
  more: Omit<SampleErrorResponse, 'trouble' | 'says'> = {},
): SampleFailure => ({ trouble, says, ...more })

export const isSampleFailure = (answer: unknown): answer is SampleFailure =>
  typeof answer === 'object' && answer !== null && 'trouble' in answer

/** Samples for text fields: a long word, and right-to-left text with digits and brackets. */
export const unbreakable = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
export const arabic = 'عبد الرحمن الهاشمي (42)'

type TextPattern = string | RegExp
type Role =
  | ('button' | 'checkbox' | 'combobox' | 'dialog' | 'group' | 'heading' | 'img' | 'link' | 'menuitem')
  | ('option' | 'region' | 'row' | 'slider' | 'status' | 'tab' | 'tablist' | 'toolbar')

/** An expectation about a sample state; `rehearsals/appearances/states.test.ts` checks it. */
export type StateExpectation =
  | readonly [kind: 'shows', role: Role, name: TextPattern]
  | readonly [kind: 'counts', role: Role, name: TextPattern, count: number]
  | readonly [kind: 'holds', label: TextPattern, value: TextPattern]
  | readonly [kind: 'says' | 'saysNo' | 'warns' | 'offers' | 'lacks' | 'faults', words: TextPattern]
  | readonly [kind: 'isolates', words: string]

/** Expectations for each state; the code does not compile if a state is missing. */
export type StateExpectations<States> = { readonly [Name in keyof States]: readonly StateExpectation[] }

const shows = (role: Role, name: TextPattern): StateExpectation => ['shows', role, name]

export const expectState = {
  /** Expects a visible element with this role and name. */
  shows,
  heading: (name: TextPattern): StateExpectation => shows('heading', name),
  /** Expects a loading state that is announced. */
  waits: (name: TextPattern): StateExpectation => shows('status', name),
  /** Expects this many elements with this role and name. */
  counts: (role: Role, name: TextPattern, count: number): StateExpectation => ['counts', role, name, count],
  /** Expects this text to be visible. */
  says: (words: TextPattern): StateExpectation => ['says', words],
  saysNo: (words: TextPattern): StateExpectation => ['saysNo', words],
  /** Expects an alert with this text. */
  warns: (words: TextPattern): StateExpectation => ['warns', words],
  /** Expects an enabled button or link with this name. */
  offers: (name: TextPattern): StateExpectation => ['offers', name],
  lacks: (name: TextPattern): StateExpectation => ['lacks', name],
  /** Expects this value in the field with this label. */
  holds: (label: TextPattern, value: TextPattern): StateExpectation => ['holds', label, value],
  /** Expects the field with this label to be invalid. */
  faults: (label: TextPattern): StateExpectation => ['faults', label],
  /** Expects this right-to-left text to be isolated. */
  isolates: (words: string): StateExpectation => ['isolates', words],
}

/** Expectations for each value of a closed set, keyed like the states of `statesOfEach`. */
export const expectationsOfEach = <Word extends string>(
  words: readonly Word[],
  look: (word: Word) => readonly StateExpectation[],
) =>
  Object.fromEntries(words.map((word) => [`with-${word}`, look(word)])) as Record<
    `with-${Word}`,
    readonly StateExpectation[]
  >
