import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf, Failure } from '#desk/lib/failure.ts'
import { serverNow } from '#desk/lib/server-clock.ts'
import { askServer, supabase } from '#desk/lib/supabase.ts'
import { letterView, mailStatus, noLetterView, testAnswer } from '#shared/contract/letter-desk.ts'
import { type OutboxRow, outboxColumns, outboxRowSchema, type SampleLetter } from '#shared/contract/outbox.ts'

/** Milliseconds between requests while emails are waiting. */
const askMs = 15_000

/** Milliseconds between requests while emails are being sent. */
const soonMs = 2000

export const askAgain = (letters: readonly OutboxRow[] | undefined): number =>
  letters?.some(
    ({ state, due_at }) => state === 'sending' || (state === 'waiting' && Date.parse(due_at) <= serverNow()),
  )
    ? soonMs
    : askMs

export const letterColumns = outboxColumns.join(',')

/** The number of failed emails, shown as a badge in the navigation. */
export const failedLetters = queryOptions({
  queryKey: ['letters', 'failed'],
  queryFn: async () => {
    const answer = await supabase
      .from('outbox')
      .select('id', { count: 'exact', head: true })
      .eq('channel', 'letter')
      .eq('state', 'failed')
    // A refusal that has no body has no message.
    if (answer.error) throw new Failure('The emails could not be counted.', answer.status)
    return answer.count ?? 0
  },
  refetchInterval: askMs,
})

/** All emails about one booking or message, to the visitor and to the team; oldest first. */
export const lettersAbout = (about: { booking_id: string } | { message_id: string }) => {
  const [[column, id] = ['', '']] = Object.entries(about)
  return queryOptions({
    queryKey: ['letters', 'about', id],
    queryFn: async () => {
      const rows = await supabase
        .from('outbox')
        .select(letterColumns)
        .eq('channel', 'letter')
        .eq(column, id)
        .order('created_at')
        .order('id')
        .limit(100)
      return v.parse(v.array(outboxRowSchema), dataOf(rows))
    },
    refetchInterval: ({ state }) => askAgain(state.data),
  })
}

/** The email to preview: an email in the outbox by its id, or a sample by its kind. */
export type Shown = { id: string } | { sample: SampleLetter }

export const letterPath = (shown: Shown): string =>
  `/letters/v1/${'id' in shown ? shown.id : `samples/${shown.sample}`}`

export const shownLetter = (shown: Shown) =>
  queryOptions({
    queryKey: ['letters', 'shown', letterPath(shown)],
    queryFn: () => askServer(v.union([letterView, noLetterView]), letterPath(shown)),
  })

export const sendTest = (kind: SampleLetter) => askServer(testAnswer, '/letters/v1/test', { kind })

export const statusQuery = queryOptions({
  queryKey: ['letters', 'status'],
  queryFn: () => askServer(mailStatus, '/letters/v1/status'),
})
