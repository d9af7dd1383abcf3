import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { saveFile } from '#desk/lib/csv.ts'
import { dataOrThrow, Failure } from '#desk/lib/failure.ts'
import { requestFile, supabase } from '#desk/lib/supabase.ts'
import { type MessageRecord, replyTemplateSchema } from '#shared/contract/desk-records.ts'
import { mineSchema } from '#shared/contract/mine.ts'
import type { OutboxState } from '#shared/contract/outbox.ts'

const columns = Object.keys(replyTemplateSchema.entries).join(',')

/** Reply templates, sorted by name. */
export const templatesQuery = queryOptions({
  queryKey: ['reply-templates'],
  queryFn: async () => {
    const rows = await supabase.from('reply_templates').select(columns).order('name')
    return v.parse(v.array(replyTemplateSchema), dataOrThrow(rows))
  },
  staleTime: 60_000,
})

const aboutRow = ({ name, id }: RecordRef) => (name === 'bookings' ? { booking: id } : { message: id })

/**
 * Sends a reply. `seen` is the last reply or email of the visitor that the author has read. It is safe to repeat a call
 * with the same id.
 */
export async function sendReply(
  place: RecordRef,
  reply: string,
  body: string,
  seen: string | null,
  remind_days: number | null,
): Promise<void> {
  dataOrThrow(await supabase.rpc('send_reply', { reply, body, seen, remind_days, ...aboutRow(place) }))
}

/** Ends the team's turn without a reply. `seen` is the `unanswered_since` that the user saw. */
export async function waitForVisitor(place: RecordRef, seen: string | null, remind_days: number | null): Promise<void> {
  dataOrThrow(await supabase.rpc('wait_for_visitor', { seen, remind_days, ...aboutRow(place) }))
}

export async function undoWaiting(place: RecordRef): Promise<void> {
  dataOrThrow(await supabase.rpc('undo_waiting', aboutRow(place)))
}

/** Accepts or dismisses an email that only its sender's address connects with the record. */
export async function judgeEmail(email: string, is_from_visitor: boolean): Promise<void> {
  dataOrThrow(await supabase.rpc('judge_email', { email, is_from_visitor }))
}

export async function downloadEmailFile(email: string, at: number, name: string): Promise<void> {
  saveFile(await requestFile(`/mailbox/v1/files/${email}/${at}`), name)
}

export async function undoReply(reply: string): Promise<void> {
  dataOrThrow(await supabase.rpc('undo_reply', { reply }))
}

export async function assign({ table, id }: RecordRef, to: string | null): Promise<void> {
  const answer = await supabase.from(table).update({ assigned_to: to }).eq('id', id).select('id')
  const rows = v.parse(v.array(v.object({ id: v.string() })), dataOrThrow(answer))
  if (rows.length === 0) throw new Failure('This record no longer exists, or you are not allowed to assign it.', 404)
}

/** Stores a note. A repeated call with the same id, after a lost response, does not store a second note. */
export async function writeNote({ name, id }: RecordRef, note: Omit<Note, 'at' | 'author'>): Promise<void> {
  const about = name === 'bookings' ? { booking_id: id } : { message_id: id }
  const { error, status } = await supabase.from('notes').insert({ ...note, ...about })
  if (error?.code === '23505') return
  dataOrThrow({ data: null, error, status })
}

/** The user's work and news, refetched when any row changes and every minute. */
export const mineQuery = queryOptions({
  queryKey: ['mine'],
  queryFn: async () => v.parse(mineSchema, dataOrThrow(await supabase.rpc('desk_mine'))),
  refetchInterval: 60_000,
})

/** The table and the row that a part of a record belongs to. */
export interface RecordRef {
  /** The table's name, which is also the first part of the cache keys. */
  name: 'bookings' | 'messages'
  table: 'strategy_call_bookings' | 'contact_messages'
  id: string
  /** The record's name in toasts. */
  who: string
}

export interface Note {
  id: string
  at: string
  author: string | null
  body: string
  mentioned?: readonly string[] | undefined
}

export interface Reply extends Note {
  author: string
  /** The state of the reply's email; null if the email was removed. */
  state: OutboxState | null
  reason: string | null
}

export type VisitorEmail = MessageRecord['emails'][number]

export interface TimelineEntry {
  at: string
  actor: string | null
  action: string
  details: Record<string, unknown>
}
