import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOrThrow, Failure } from '#desk/lib/failure.ts'
import { serverNow } from '#desk/lib/server-clock.ts'
import { requestServer, supabase } from '#desk/lib/supabase.ts'
import {
  letterPreviewSchema,
  mailStatus,
  noPreviewSchema,
  testLetterResultSchema,
} from '#shared/contract/letter-previews.ts'
import { type OutboxRow, outboxColumns, outboxRowSchema, type SentLetterKind } from '#shared/contract/outbox.ts'

/** Milliseconds between requests while emails are waiting. */
const pollMs = 15_000

/** Milliseconds between requests while emails are being sent. */
const fastPollMs = 2000

export const pollInterval = (letters: readonly OutboxRow[] | undefined): number =>
  letters?.some(
    ({ state, due_at }) => state === 'sending' || (state === 'waiting' && Date.parse(due_at) <= serverNow()),
  )
    ? fastPollMs
    : pollMs

export const letterColumns = outboxColumns.join(',')

/** The number of failed emails, shown as a badge in the navigation. */
export const failedLettersQuery = queryOptions({
  queryKey: ['letters', 'failed'],
  queryFn: async () => {
    const answer = await supabase
      .from('outbox')
      .select('id', { count: 'exact', head: true })
      .eq('channel', 'letter')
      .eq('state', 'failed')
    // An error response without a body has no message.
    if (answer.error) throw new Failure('The emails could not be counted.', answer.status)
    return answer.count ?? 0
  },
  refetchInterval: pollMs,
})

/** All emails about one booking or message, to the visitor and to the team; oldest first. */
export const lettersAboutQuery = (about: { booking_id: string } | { message_id: string }) => {
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
      return v.parse(v.array(outboxRowSchema), dataOrThrow(rows))
    },
    refetchInterval: ({ state }) => pollInterval(state.data),
  })
}

/** The email to preview: an email in the outbox by its id, or a sample by its kind. */
export type LetterPreviewRef = { id: string } | { sample: SentLetterKind }

export const letterPreviewPath = (shown: LetterPreviewRef): string =>
  `/letters/v1/${'id' in shown ? shown.id : `samples/${shown.sample}`}`

export const letterPreviewQuery = (shown: LetterPreviewRef) =>
  queryOptions({
    queryKey: ['letters', 'shown', letterPreviewPath(shown)],
    queryFn: () => requestServer(v.union([letterPreviewSchema, noPreviewSchema]), letterPreviewPath(shown)),
  })

export const sendTestLetter = (kind: SentLetterKind) =>
  requestServer(testLetterResultSchema, '/letters/v1/test', { kind })

export const mailStatusQuery = queryOptions({
  queryKey: ['letters', 'status'],
  queryFn: () => requestServer(mailStatus, '/letters/v1/status'),
})
