import * as v from 'valibot'

/**
 * A failed request. If a screen explains the refusal, `hint` is one of `refusalSchema` in
 * `shared/contract/desk-records.ts`, and `facts` are what that schema has read from its details.
 */
export class Failure extends Error {
  constructor(
    message: string,
    /** 0 without a response. */
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

/** The parts of a Supabase client's response that are used here. */
export interface Answer<Data> {
  data: Data | null
  error: { message: string; details?: string | null; hint?: string | null } | null
  status: number
}

/** Returns the data of a Supabase client's response, or throws a `Failure`, as queries expect. */
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

/** Browsers word a lost connection differently, so the desk has its own message. */
function sentence(message: string, status: number): string {
  if (status === 0) return 'You are offline. This page may be out of date.'
  if (status === 401) return 'Your session has ended. Sign in again.'
  if (status === 403) return 'Your role does not allow this.'
  if (status === 429) return `${message}. Wait a moment and try again.`
  return message
}

/**
 * The message for any exception. A validation error means that desk and server come from different releases; its
 * details only help developers.
 */
export function inWords(error: unknown): string {
  if (v.isValiError(error)) return 'Unexpected response. Reload the page: the server may have been updated.'
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}
