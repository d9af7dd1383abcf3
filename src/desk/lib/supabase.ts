import { createClient } from '@supabase/supabase-js'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GenericSchema, InferOutput } from 'valibot'
import * as v from 'valibot'
import { randomId } from '#shared/lib/random-id.ts'
import { local } from './browser-storage.ts'
import { Failure } from './failure.ts'
import { deviceFetch, trackedFetch } from './requests.ts'
import { apiUrl, isOwnServer, publishableKey } from './server.ts'

/** The desk's only client. `link-landing.ts` reads a link's tokens before the first render. */
export const supabase = createClient(apiUrl, publishableKey, {
  auth: {
    storageKey: 'desk',
    storage: local,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  },
  // A Supabase project would refuse an unknown header in its CORS preflight.
  global: { fetch: isOwnServer ? deviceFetch : trackedFetch },
})

export const accessToken = async (): Promise<string> =>
  (await supabase.auth.getSession()).data.session?.access_token ?? ''

/** Calls a route of our server outside the data API. Returns the response, or throws a `Failure`. */
/** Requests a file from the server. */
export async function requestFile(path: string): Promise<Blob> {
  const answer = await askServer(path, 'GET')
  if (!answer.ok) throw new Failure(refusalMessage(answer.status, await answer.json().catch(() => null)), answer.status)
  return answer.blob()
}

export async function requestServer<Schema extends GenericSchema>(
  schema: Schema,
  path: string,
  body?: object,
  method: 'GET' | 'POST' | 'PUT' = body ? 'POST' : 'GET',
): Promise<InferOutput<Schema>> {
  const answer = await askServer(path, method, body)
  const said: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new Failure(refusalMessage(answer.status, said), answer.status)
  return v.parse(schema, said)
}

const askServer = async (path: string, method: 'GET' | 'POST' | 'PUT', body?: object): Promise<Response> =>
  trackedFetch(path, {
    method,
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Failure('You are offline. This page may be out of date.', 0)
  })

function refusalMessage(status: number, said: unknown): string {
  const { msg = 'Something went wrong. Try again.' } = (said ?? {}) as { msg?: string }
  if (status === 401) return 'Your session has ended. Sign in again.'
  if (status === 403) return 'Your role does not allow this.'
  if (status === 429) return 'Too many requests. Wait a few minutes and try again.'
  return msg
}

export type WatchedTable = 'strategy_call_bookings' | 'contact_messages'

interface TableWatcher {
  /** A row was added or changed. */
  onChange: (id: string, isNew: boolean) => void
  /** A row was deleted. If this handler is missing, a deletion counts as a change. */
  onGone?: (id: string) => void
  /**
   * The channel has opened or closed. Changes that happened before the channel opened were not reported, so refetch.
   */
  onState: (isLive: boolean) => void
}

/** Subscribes to changes in a table. Returns a function that unsubscribes. */
export function watchTable(table: WatchedTable, { onChange, onGone, onState }: TableWatcher): () => void {
  // The name is unique, because the client would otherwise return an existing channel, even if that channel is closing.
  const channel = supabase.channel(`${table}:${randomId()}`)
  channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
    const isGone = change.eventType === 'DELETE'
    const { id } = (isGone ? change.old : change.new) as { id?: unknown }
    if (typeof id !== 'string') return
    if (isGone && onGone) onGone(id)
    else onChange(id, change.eventType === 'INSERT')
  })
  let isOver = false
  // The token is set first, because a channel that joins without a token receives no changes.
  const joined = supabase.realtime.setAuth().then(() => {
    if (!isOver) channel.subscribe((status) => !isOver && onState(status === 'SUBSCRIBED'))
  })
  return () => {
    isOver = true
    void joined.finally(() => void supabase.removeChannel(channel))
  }
}

/**
 * Invalidates queries when a row in the table changes. Also invalidates the queries when the channel opens, because
 * earlier changes were not reported.
 */
export function useLiveInvalidation(table: WatchedTable, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const renew = () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey })
    return watchTable(table, { onChange: renew, onState: (isLive) => isLive && renew() })
  }, [queryClient, table, key])
}
