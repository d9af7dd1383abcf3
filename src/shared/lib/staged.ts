/** The server refuses; `code`, `hint` and `facts` as PostgREST has them. */
export interface Refusal {
  readonly trouble: number
  readonly says: string
  readonly code?: string
  readonly hint?: string
  readonly facts?: object
  /** Seconds after which to try again. */
  readonly wait?: number
}

/** What a state of a page is drawn with in place of an answer: none ever comes, the network is gone, or a refusal. */
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
