import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { letterColumns, pollInterval } from '#desk/features/letters/api.ts'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { type ListRequest, listSchema } from '#shared/contract/desk-rows.ts'
import { type OutboxRow, type OutboxState, outboxRowSchema, writtenToFile } from '#shared/contract/outbox.ts'

const perPage = 50

export type LetterFilter = Exclude<OutboxState, 'sending'>

/** An email, and the sender of the booking or message that the email is about. */
export interface LetterWithSender extends OutboxRow {
  who: { name: string; company: string } | null
}

interface LetterCursor {
  created_at: string
  id: string
}

const senderSchema = v.object({ id: v.string(), name: v.string(), company: v.string() })
const tables = ['strategy_call_bookings', 'contact_messages'] as const

/** A page of emails, newest first. A search returns emails about bookings and messages that match the search. */
export const lettersQuery = (state: LetterFilter | undefined, term: string) =>
  infiniteQueryOptions({
    queryKey: ['letters', 'list', state, term],
    initialPageParam: null as LetterCursor | null,
    queryFn: async ({ pageParam }) => {
      const about = term === '' ? null : await findMatchingIds(term)
      return about?.bookings.length === 0 && about.messages.length === 0 ? [] : fetchLetters(state, about, pageParam)
    },
    getNextPageParam: (page) => (page.length < perPage ? null : (page.at(-1) ?? null)),
    refetchInterval: ({ state: { data } }) => pollInterval(data?.pages.flat()),
  })

/** Ids of the newest bookings and messages that match a search. */
interface MatchingIds {
  bookings: readonly string[]
  messages: readonly string[]
}

const foundSchema = listSchema(v.object({ id: v.string() }))

async function findMatchingIds(term: string): Promise<MatchingIds> {
  const idsIn = async (list: 'list_bookings' | 'list_messages') => {
    const wanted: ListRequest = { view: 'any', term, sort: 'created_at', down: true }
    const { rows, is_near } = v.parse(foundSchema, dataOrThrow(await supabase.rpc(list, { wanted })))
    return { ids: rows.map(({ id }) => id), isNear: is_near }
  }
  const found = await Promise.all([idsIn('list_bookings'), idsIn('list_messages')])
  // If either list contains an exact match, matches with one typing error are ignored.
  const isExact = found.some(({ ids, isNear }) => ids.length > 0 && !isNear)
  const [bookings, messages] = found.map(({ ids, isNear }) => (isExact && isNear ? [] : ids))
  return { bookings: bookings ?? [], messages: messages ?? [] }
}

async function fetchLetters(
  state: LetterFilter | undefined,
  about: MatchingIds | null,
  before: LetterCursor | null,
): Promise<LetterWithSender[]> {
  let query = supabase.from('outbox').select(letterColumns).eq('channel', 'letter')
  if (state === 'sent') query = query.eq('state', state).or(`reason.is.null,reason.neq."${writtenToFile}"`)
  else if (state === 'dropped') query = query.or(`state.eq.dropped,and(state.eq.sent,reason.eq."${writtenToFile}")`)
  else if (state) query = query.in('state', state === 'waiting' ? ['waiting', 'sending'] : [state])
  if (about) query = query.or(`booking_id.in.(${about.bookings.join()}),message_id.in.(${about.messages.join()})`)
  // Emails about the same event have the same timestamp, so paging only by time would skip some of them.
  if (before) {
    const { created_at, id } = before
    query = query.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`)
  }
  const answer = await query.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(perPage)
  return withSenders(v.parse(v.array(outboxRowSchema), dataOrThrow(answer)))
}

/** One email by its id; null if the email was erased with its booking or message. */
export const letterQuery = (id: string) =>
  queryOptions({
    queryKey: ['letters', 'one', id],
    queryFn: async () => {
      const answer = await supabase.from('outbox').select(letterColumns).eq('id', id)
      const [row] = await withSenders(v.parse(v.array(outboxRowSchema), dataOrThrow(answer)))
      return row ?? null
    },
    refetchInterval: ({ state: { data } }) => pollInterval(data ? [data] : []),
  })

async function withSenders(rows: readonly OutboxRow[]): Promise<LetterWithSender[]> {
  const [bookings, messages] = await Promise.all([
    sendersOf('strategy_call_bookings', rows, ({ booking_id }) => booking_id),
    sendersOf('contact_messages', rows, ({ message_id }) => message_id),
  ])
  const who = new Map([...bookings, ...messages])
  return rows.map((row) => ({ ...row, who: who.get(row.booking_id ?? row.message_id ?? '') ?? null }))
}

async function sendersOf(
  table: (typeof tables)[number],
  rows: readonly OutboxRow[],
  idOf: (row: OutboxRow) => string | null,
) {
  const ids = [...new Set(rows.map(idOf).filter((id) => id !== null))]
  if (ids.length === 0) return []
  const answer = await supabase.from(table).select('id,name,company').in('id', ids)
  return v.parse(v.array(senderSchema), dataOrThrow(answer)).map(({ id, ...who }) => [id, who] as const)
}

/**
 * Sends an email again, and returns the email's id in the outbox. An email that was already sent is queued as a new
 * email.
 */
export const sendAgain = async (item: string) =>
  v.parse(v.string(), dataOrThrow(await supabase.rpc('retry_delivery', { item })))

export async function cancelLetter(item: string): Promise<void> {
  const { error, status } = await supabase.rpc('cancel_delivery', { item })
  dataOrThrow({ data: null, error, status })
}
