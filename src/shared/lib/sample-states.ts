/** The steps that lead a page into its sample state: a button or link is found by its name, a field by its label. */
export type Step =
  | readonly [act: 'press', name: string]
  | readonly [act: 'fill', label: string, text: string]
  | readonly [act: 'open', summary: string]
  /** Waits until these words are visible and the page is idle. */
  | readonly [act: 'see', words: string]

/** A refusal of the server; `code`, `hint` and `facts` are as in PostgREST. */
interface Refusal {
  readonly trouble: number
  readonly says: string
  readonly code?: string
  readonly hint?: string
  readonly facts?: object
  /** Seconds until a retry. */
  readonly wait?: number
}

/** What happens in place of a response in a sample state: no response, a lost connection, or a refusal. */
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

/** Samples for every text field: a word without a break, and right-to-left text with digits and brackets. */
export const unbreakable = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
export const arabic = 'عبد الرحمن الهاشمي (42)'

type Words = string | RegExp
type Role =
  | ('button' | 'checkbox' | 'combobox' | 'dialog' | 'group' | 'heading' | 'img' | 'link' | 'menuitem')
  | ('option' | 'region' | 'row' | 'slider' | 'status' | 'tab' | 'tablist' | 'toolbar')

/** Something that a person sees, or can do, in a state; `rehearsals/appearances/states.test.ts` looks for it. */
export type Look =
  | readonly [kind: 'shows', role: Role, name: Words]
  | readonly [kind: 'counts', role: Role, name: Words, count: number]
  | readonly [kind: 'holds', label: Words, value: Words]
  | readonly [kind: 'says' | 'saysNo' | 'warns' | 'offers' | 'lacks' | 'faults', words: Words]
  | readonly [kind: 'isolates', words: string]

/** The looks of each state; a state without an entry does not compile. */
export type Looks<States> = { readonly [Name in keyof States]: readonly Look[] }

const shows = (role: Role, name: Words): Look => ['shows', role, name]

/** What is visible or possible. */
export const see = {
  /** An element with this role and name is visible. */
  shows,
  heading: (name: Words): Look => shows('heading', name),
  /** A loading state is shown and announced. */
  waits: (name: Words): Look => shows('status', name),
  /** There are this many elements with this role. */
  counts: (role: Role, name: Words, count: number): Look => ['counts', role, name, count],
  /** These words are visible. */
  says: (words: Words): Look => ['says', words],
  saysNo: (words: Words): Look => ['saysNo', words],
  /** An alert contains these words. */
  warns: (words: Words): Look => ['warns', words],
  /** A button or link with this name can be pressed. */
  offers: (name: Words): Look => ['offers', name],
  lacks: (name: Words): Look => ['lacks', name],
  /** The field with this label has this value. */
  holds: (label: Words, value: Words): Look => ['holds', label, value],
  /** The field with this label is marked as invalid. */
  faults: (label: Words): Look => ['faults', label],
  /** This right-to-left text is isolated from its neighbors. */
  isolates: (words: string): Look => ['isolates', words],
}

/** Looks for each word of a closed set, as `statesOfEach` names the states. */
export const looksAtEach = <Word extends string>(
  words: readonly Word[],
  look: (word: Word) => readonly Look[],
) =>
  Object.fromEntries(words.map((word) => [`with-${word}`, look(word)])) as Record<
    `with-${Word}`,
    readonly Look[]
  >
