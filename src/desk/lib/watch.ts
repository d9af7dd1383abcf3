import { randomId } from '#shared/lib/random-id.ts'
import { supabase } from './supabase.ts'

export type WatchedTable = 'strategy_call_bookings' | 'contact_messages'

interface Watcher {
  /** A row was added or changed. */
  onChange: (id: string, isNew: boolean) => void
  /** A row was deleted; without this handler it counts as a change. */
  onGone?: (id: string) => void
  /** The channel has opened or closed. Earlier changes were not reported, so refetch. */
  onState: (isLive: boolean) => void
}

/** Subscribes to the changes of a table; returns the function that unsubscribes. */
export function watch(table: WatchedTable, { onChange, onGone, onState }: Watcher): () => void {
  // A unique name: for a known name the client returns the same channel, even one that is closing.
  const channel = supabase.channel(`${table}:${randomId()}`)
  channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
    const isGone = change.eventType === 'DELETE'
    const { id } = (isGone ? change.old : change.new) as { id?: unknown }
    if (typeof id !== 'string') return
    if (isGone && onGone) onGone(id)
    else onChange(id, change.eventType === 'INSERT')
  })
  let isOver = false
  // The token is set first: a channel that joins without one gets no changes until it has a token.
  const joined = supabase.realtime.setAuth().then(() => {
    if (!isOver) channel.subscribe((status) => !isOver && onState(status === 'SUBSCRIBED'))
  })
  return () => {
    isOver = true
    void joined.finally(() => void supabase.removeChannel(channel))
  }
}
