import * as v from 'valibot'

/**
 * What came back in place of data. Where a screen explains a refusal, `hint` is one of those that `refusalSchema` of
 * `shared/contract/desk-refusals.ts` lists, and `facts` are what that schema has read from the refusal's details.
 */
export class Failure extends Error {
  constructor(
    message: string,
    /** 0 when no answer came. */
    readonly status: number,
    readonly hint: string | null = null,
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }

  get isOffline(): boolean {
    return this.status === 0
  }
}

/** An answer of the Supabase client, as much of it as counts here. */
export interface Answer<Data> {
  data: Data | null
  error: { message: string; details?: string | null; hint?: string | null } | null
  status: number
}

/** The data of an answer of the Supabase client, or a `Failure` thrown: queries want one or the other. */
export function dataOf<Data>({ data, error, status }: Answer<Data>): NonNullable<Data> {
  if (error)
    throw new Failure(sentence(error.message, status), status, error.hint ?? null, factsOf(error.details))
  return data as NonNullable<Data>
}

function factsOf(details: string | null | undefined): Record<string, unknown> {
  try {
    const facts: unknown = JSON.parse(details ?? '{}')
    return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The client's own text for a lost connection differs by browser; ours is one. */
function sentence(message: string, status: number): string {
  if (status === 0) return 'No connection. What you see may be old.'
  if (status === 401) return 'Your session has ended. Sign in again.'
  if (status === 403) return 'Your role does not allow this.'
  if (status === 429) return `${message}. Wait a moment and try again.`
  return message
}

/**
 * A sentence for whatever was thrown. What valibot says of an answer that does not fit is for who mends the desk: to who
 * sits here it means that desk and server are not of one age.
 */
export function inWords(error: unknown): string {
  if (v.isValiError(error))
    return 'The desk does not understand this answer. Reload the desk: the server may be newer.'
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}
