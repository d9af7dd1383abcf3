import * as v from 'valibot'
import { type NotifiedTable, tables } from './policy.ts'

/** The booking or message of a presence channel. */
export type PresenceRow = { table: NotifiedTable; id: string }

/** The members who have a row open; true if the member is typing a reply. */
export type Presence = ReadonlyMap<string, boolean>

/** The id is in lower case, because members who spell it differently would not see each other. */
const presenceTopic = new RegExp(
  `^realtime:presence:(${tables.join('|')}):([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})$`,
)

/** Returns null if the topic is not the topic of a row. */
export function presenceRow(topic: string): PresenceRow | null {
  const [, table, id = ''] = presenceTopic.exec(topic) ?? []
  return table ? { table: table as NotifiedTable, id } : null
}

const type = v.literal('presence')

/** A client's message. Only the token identifies the member, so no client can pretend to be another member. */
export const presenceMessage = v.variant('event', [
  v.strictObject({ type, event: v.literal('track'), payload: v.strictObject({ typing: v.boolean() }) }),
  v.strictObject({ type, event: v.literal('untrack') }),
])

/** The message that changes what a client was shown. The first message contains the complete state. */
export function presenceUpdate(shown: Presence | null, present: Presence): { event: string; payload: object } | null {
  if (!shown) return { event: 'presence_state', payload: entriesOf(present) }
  const [joins, leaves] = [entriesOf(present, shown), entriesOf(shown, present)]
  const isSame = Object.keys({ ...joins, ...leaves }).length === 0
  return isSame ? null : { event: 'presence_diff', payload: { joins, leaves } }
}

/** The members who are not in `known`, in Phoenix's form. A changed entry has another `phx_ref`. */
const entriesOf = (present: Presence, known?: Presence) =>
  Object.fromEntries(
    [...present]
      .filter(([member, typing]) => known?.get(member) !== typing)
      .map(([member, typing]) => [member, { metas: [{ phx_ref: typing ? 'typing' : 'open', typing }] }]),
  )
