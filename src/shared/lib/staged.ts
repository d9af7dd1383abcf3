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

/** The steps that lead a page into its sample state: a button or link is found by its name, a field by its label. */
export type Step =
  | readonly [act: 'press', name: string]
  | readonly [act: 'fill', label: string, text: string]
  | readonly [act: 'open', summary: string]
  /** Waits until these words are visible and the page is idle. */
  | readonly [act: 'see', words: string]
