import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { useMe } from '#desk/lib/door.ts'
import { isOwnServer } from '#desk/lib/server.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import type { RecordRef } from './api.ts'
import css from './record.module.css'

/** Milliseconds without input after which a member no longer counts as typing. */
const stillAfter = 5000

/** The members who have a record open, including the user; true for members who are typing a reply. */
type Presence = ReadonlyMap<string, boolean>
const nobody: Presence = new Map()

let report: (() => void) | null = null
/** Tells the other members who have the record open that the user is typing a reply. */
export const reportTyping = (): void => report?.()

function usePresence({ table, id }: Pick<RecordRef, 'table' | 'id'>): Presence {
  const [present, setPresent] = useState(nobody)
  useEffect(() => {
    // On a Supabase project, each client could choose its identity.
    if (!isOwnServer) return
    let channel: RealtimeChannel | undefined
    let [isOver, isTyping] = [false, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const track = (typing: boolean) => {
      isTyping = typing
      if (channel?.state === 'joined') void channel.track({ typing })
    }
    report = () => {
      if (!isTyping) track(true)
      clearTimeout(timer)
      timer = setTimeout(track, stillAfter, false)
    }
    const join = () => {
      if (isOver) return
      const opened = supabase.channel(`presence:${table}:${id}`).on('presence', { event: 'sync' }, () => {
        const members = Object.entries(opened.presenceState<{ typing: boolean }>())
        setPresent(new Map(members.map(([member, [entry]]) => [member, entry?.typing === true])))
      })
      channel = opened.subscribe((state) => (state === 'SUBSCRIBED' ? track(isTyping) : setPresent(nobody)))
    }
    void supabase.realtime.setAuth().then(join)
    return () => {
      isOver = true
      report = null
      clearTimeout(timer)
      if (channel) void supabase.removeChannel(channel)
    }
  }, [table, id])
  return present
}

const named = (names: readonly string[], one: string, several: string) =>
  names.length > 0 && `${new Intl.ListFormat('en-US').format(names)} ${names.length === 1 ? one : several}`
const alsoHere = (names: readonly string[]) => named(names, 'also has this open', 'also have this open')

/** The other members who have the record open. Typing is not announced, because members begin and stop often. */
export function OthersHere({ place }: { place: Omit<RecordRef, 'who'> }) {
  const me = useMe()
  const { all, actor } = useTeamMembers()
  const present = usePresence(place)
  const others = all.filter(({ id }) => id !== me.id && present.has(id))
  const namesOf = (isTyping: boolean) => others.flatMap(({ id }) => (present.get(id) === isTyping ? actor(id) : []))
  const typing = named(namesOf(true), 'is typing a reply', 'are typing a reply')
  const idle = alsoHere(namesOf(false))
  return (
    <p className={`${layout.tiny} ${css.others}`}>
      <span aria-live="polite" className={typing ? visuallyHidden : undefined}>
        {alsoHere(others.map(({ id }) => actor(id)))}
      </span>
      {typing && <strong>{typing}</strong>}
      {typing && idle && ` · ${idle}`}
    </p>
  )
}
