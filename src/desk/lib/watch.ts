import { randomId } from '#shared/lib/random-id.ts'
import { supabase } from './supabase.ts'

export type WatchedTable = 'strategy_call_bookings' | 'contact_messages'

interface Watcher {
  /** A row was made or changed by anybody. */
  onChange: (id: string, isNew: boolean) => void
  /** A row is gone; without this it is a change like others. */
  onGone?: (id: string) => void
  /** From here on changes are told, or not. What changed before was told to nobody, so read anew. */
  onState: (isLive: boolean) => void
}

/** Hears of the changes of a table until the function that it gives is called. */
export function watch(table: WatchedTable, { onChange, onGone, onState }: Watcher): () => void {
  // A name of its own: the client gives a channel of the same name out again, even one that is being left.
  const channel = supabase.channel(`${table}:${randomId()}`)
  channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
    const isGone = change.eventType === 'DELETE'
    const { id } = (isGone ? change.old : change.new) as { id?: unknown }
    if (typeof id !== 'string') return
    if (isGone && onGone) onGone(id)
    else onChange(id, change.eventType === 'INSERT')
  })
  let isOver = false
  // The token first: who joins without it is refused once, and waits for a second try.
  const joined = supabase.realtime.setAuth().then(() => {
    if (!isOver) channel.subscribe((status) => !isOver && onState(status === 'SUBSCRIBED'))
  })
  return () => {
    isOver = true
    void joined.finally(() => void supabase.removeChannel(channel))
  }
}
