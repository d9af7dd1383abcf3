import { type UseQueryResult, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import controls from '#desk/lib/controls.module.css'
import { errorMessage, Failure } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { canRetry, ErrorNotice } from '#desk/lib/problem.tsx'
import { StatusChip } from '#desk/lib/row-status.tsx'
import { type PendingShortcut, usePendingShortcut } from '#desk/lib/shortcuts.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { KnownValue } from '#shared/contract/fields.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { mineQuery, type RecordRef } from './api.ts'
import { OthersHere } from './presence.tsx'
import css from './record.module.css'

interface OpenRecordProps<Data> {
  place: Omit<RecordRef, 'who'>
  query: UseQueryResult<Data>
  /** Data from the list, shown until the record has loaded. */
  head: { name: string; company: string; status: KnownValue<BookingStatus | MessageStatus> } | undefined
  item: PendingShortcut & { onClose: () => void }
  children: (data: Data) => ReactNode
}

/** A record that is loading, loaded or deleted. */
export function OpenRecord<Data>({ place, query, head, item, children }: OpenRecordProps<Data>) {
  const one = place.name === 'bookings' ? 'booking' : 'message'
  const { data, dataUpdatedAt, error, isFetching, refetch } = query
  const queryClient = useQueryClient()
  useEffect(() => {
    // Reading a record marks its mentions and assignments as seen.
    if (dataUpdatedAt > 0) void queryClient.invalidateQueries({ queryKey: mineQuery.queryKey })
  }, [queryClient, dataUpdatedAt])
  // A shortcut that is pressed during a move waits until the record is updated.
  const isSettled = useIsMutating() === 0 && !isFetching
  const { onClose } = item
  const frame = useRef<HTMLElement>(null)
  // The row was erased while it was open, so its data must disappear.
  const isGone = error instanceof Failure && error.status === 404
  const shown = isGone ? undefined : head
  const retry = () => void refetch()
  usePendingShortcut(item, data !== undefined && !isGone && isSettled, frame)
  return (
    <RecordFrame
      ref={frame}
      name={isGone ? 'Not found' : (shown?.name ?? (error ? 'Not loaded' : 'Loading'))}
      company={shown?.company}
      chip={shown && <StatusChip status={shown.status} />}
      others={!isGone && <OthersHere place={place} />}
      onClose={onClose}
    >
      {data === undefined || isGone ? (
        error ? (
          <RecordFailure error={error} one={one} onClose={onClose} onRetry={retry} />
        ) : (
          <Skeleton label={`Loading the ${one}`} />
        )
      ) : (
        <>
          <ErrorNotice error={error} isSlim onRetry={retry} />
          {children(data)}
        </>
      )}
    </RecordFrame>
  )
}

interface RecordFrameProps {
  ref?: Ref<HTMLElement>
  /** The sender's name, or another title. */
  name: string
  company: string | undefined
  chip?: ReactNode
  others?: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * The open record, which is next to the list or, on narrow screens, covers the list. The record receives the focus when
 * it opens.
 */
export function RecordFrame({ ref, name, company, chip, others, onClose, children }: RecordFrameProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section ref={ref} className={`${layout.tight} ${layout.anywhere} ${css.record}`} aria-labelledby={id}>
      <div className={pieces.line}>
        <button type="button" className={`${controls.bare} ${css.close}`} onClick={onClose}>
          <Icon name="back" /> Back to the list
        </button>
        {chip}
      </div>
      <h2 id={id} ref={heading} tabIndex={-1} className={`${layout.title} ${pieces.unmarked} ${css.name}`}>
        {name}
      </h2>
      {company && <p className={`${layout.soft} ${css.company}`}>{company}</p>}
      {others}
      {children}
    </section>
  )
}

interface RecordFailureProps {
  error: Error
  /** The singular noun for the record, used in sentences. */
  one: string
  onClose: () => void
  onRetry: () => void
}

export function RecordFailure({ error, one, onClose, onRetry }: RecordFailureProps) {
  if (error instanceof Failure && error.status === 404) {
    return (
      <EmptyState
        isAlert
        title={`This ${one} no longer exists`}
        text="The record was erased, or its retention period has ended."
      >
        <Button onClick={onClose}>Back to the list</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState isAlert title={`The ${one} could not be loaded`} text={errorMessage(error)}>
      {canRetry(error) && <Button onClick={onRetry}>Try again</Button>}
      <Button onClick={onClose}>Back to the list</Button>
    </EmptyState>
  )
}
