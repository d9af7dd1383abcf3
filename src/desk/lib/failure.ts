import * as v from 'valibot'
import { asSentence } from './words.ts'

/**
 * A failed request. If a screen can explain the refusal, `hint` is a hint in `explainedRefusalSchema`
 * (`shared/contract/desk-records.ts`), and `facts` are the parsed details.
 */
export class Failure extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 if there was no response. */
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

/** The parts of a Supabase client's response that the desk uses. */
export interface ApiResult<Data> {
  data: Data | null
  error: { message: string; details?: string | null; hint?: string | null } | null
  status: number
}

/** Returns the data of a Supabase client's response, or throws a `Failure`, as queries expect. */
export function dataOrThrow<Data>({ data, error, status }: ApiResult<Data>): NonNullable<Data> {
  if (error) throw new Failure(statusMessage(error.message, status), status, error.hint ?? null, factsOf(error.details))
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

/** Browsers describe a lost connection in different words, so the desk has its own message. */
function statusMessage(message: string, status: number): string {
  if (status === 0) return 'You are offline. This page may be out of date.'
  if (status === 401) return 'Your session has ended. Sign in again.'
  if (status === 403) return 'Your role does not allow this.'
  const sentence = asSentence(message)
  return status === 429 ? `${sentence} Wait a moment and try again.` : sentence
}

/**
 * Returns the message for any exception. A validation error means that the desk and the server come from different
 * releases. Its details help only developers, so they are not shown.
 */
export function errorMessage(error: unknown): string {
  if (v.isValiError(error)) return 'Unexpected response. Reload the page: the server may have been updated.'
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}
