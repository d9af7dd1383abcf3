import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '#desk/lib/failure.ts'
import { StatusChip } from '#desk/lib/status-chip.tsx'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import { Bones } from '#ui/bones.tsx'
import { RecordFailure } from './record-failure.tsx'
import { RecordFrame } from './record-frame.tsx'
import { StaleNote } from './stale-note.tsx'

interface OpenRecordProps<Data> {
  /** What it is called in a sentence. */
  one: string
  query: UseQueryResult<Data>
  /** As far as it is known: the list knows this much before the record is read. */
  head: { name: string; company: string; status: BookingStatus | MessageStatus } | undefined
  onClose: () => void
  children: (data: Data) => ReactNode
}

/** One row, all of it: while it is fetched, once it is here, and when it is gone. */
export function OpenRecord<Data>({ one, query, head, onClose, children }: OpenRecordProps<Data>) {
  const { data, error, refetch } = query
  // Erased while somebody looked at it: nothing of it may stay on the screen.
  const isGone = error instanceof Failure && error.status === 404
  const shown = isGone ? undefined : head
  const retry = () => void refetch()
  return (
    <RecordFrame
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
