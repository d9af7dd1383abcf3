import type { GenericSchema, InferOutput } from 'valibot'
import * as v from 'valibot'
import { Failure } from './failure.ts'
import { patientFetch } from './patience.ts'
import { supabase } from './supabase.ts'

export const accessToken = async (): Promise<string> =>
  (await supabase.auth.getSession()).data.session?.access_token ?? ''

/** Calls a route of our own server outside the data API; returns the response, or throws a `Failure`. */
export async function askServer<Schema extends GenericSchema>(
  schema: Schema,
  path: string,
  body?: object,
): Promise<InferOutput<Schema>> {
  const answer = await patientFetch(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Failure('No connection. What you see may be old.', 0)
  })
  const said: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new Failure(sentenceOf(answer.status, said), answer.status)
  return v.parse(schema, said)
}

function sentenceOf(status: number, said: unknown): string {
  const { msg = 'Something went wrong. Try again.' } = (said ?? {}) as { msg?: string }
  if (status === 401) return 'Your session has ended. Sign in again.'
  if (status === 403) return 'Your role does not allow this.'
  if (status === 429) return 'That was often in a short time. Wait a few minutes and try again.'
  return msg
}
