import { type UseQueryResult, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Failure } from '#desk/lib/failure.ts'
import { StatusChip } from '#desk/lib/row-status.tsx'
import { useWish, type Wishes } from '#desk/lib/shortcuts.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { Known } from '#shared/contract/known.ts'
import { Bones } from '#ui/bones.tsx'
import { mentionsQuery } from './api.ts'
import { RecordFailure } from './record-failure.tsx'
import { RecordFrame } from './record-frame.tsx'
import { StaleNote } from './stale-note.tsx'

interface OpenRecordProps<Data> {
  /** The noun, for sentences. */
  one: string
  query: UseQueryResult<Data>
  /** The part that the list knows already, before the record has loaded. */
  head: { name: string; company: string; status: Known<BookingStatus | MessageStatus> } | undefined
  item: Wishes & { onClose: () => void }
  children: (data: Data) => ReactNode
}

/** One record: loading, loaded, or gone. */
export function OpenRecord<Data>({ one, query, head, item, children }: OpenRecordProps<Data>) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = query
  const queryClient = useQueryClient()
  useEffect(() => {
    // Where the reader was named is seen with it.
    if (dataUpdatedAt > 0) void queryClient.invalidateQueries({ queryKey: mentionsQuery.queryKey })
  }, [queryClient, dataUpdatedAt])
  // A shortcut during a pending move applies to the record after it.
  const isSettled = useIsMutating() === 0 && !isFetching
  const { onClose } = item
  const frame = useRef<HTMLElement>(null)
  // The row was erased while it was open: nothing of it may stay on the screen.
  const isGone = error instanceof Failure && error.status === 404
  const shown = isGone ? undefined : head
  const retry = () => void refetch()
  useWish(item, data !== undefined && !isGone && isSettled, frame)
  return (
    <RecordFrame
      ref={frame}
      name={isGone ? 'Gone' : (shown?.name ?? (error ? 'Not fetched' : 'Loading'))}
      company={shown?.company}
      chip={shown && <StatusChip status={shown.status} />}
      onClose={onClose}
    >
      {data === undefined || isGone ? (
        error ? (
          <RecordFailure error={error} one={one} onClose={onClose} onRetry={retry} />
        ) : (
          <Bones label={`Loading the ${one}`} />
        )
      ) : (
        <>
          {error && <StaleNote error={error} onRetry={retry} />}
          {children(data)}
        </>
      )}
    </RecordFrame>
  )
}
