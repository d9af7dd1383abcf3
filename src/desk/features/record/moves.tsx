import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dataOrThrow, errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { recordKeys, shortcutProps } from '#desk/lib/shortcuts.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { BookingMove, BookingStatus, MessageMove, MessageStatus } from '#shared/contract/desk.ts'
import type { CallResult } from '#shared/contract/desk-rows.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import type { RecordRef } from './api.ts'
import css from './record.module.css'

interface MovesProps<Status extends BookingStatus | MessageStatus> {
  place: RecordRef
  status: Status
  /** The moves that are possible now. */
  moves: readonly Status[]
  /** The initial status. A move back to this status cannot be undone. */
  start: Status
  /** The move whose button is the primary button now. */
  main: Status | undefined
  /** Returns the label of a move's button. */
  verb: (to: Status) => string
  /** Returns the text of the toast after a move. */
  done: (to: Status) => string
  /** Returns the arguments for the database function. */
  call: (expected: Status, target: Status) => BookingMove | MessageMove
  /** Explains why some moves are not possible yet. */
  notYet?: string | null
  /** Functions that open a dialog before some moves. */
  ask?: Partial<Record<Status, () => void>>
  explain: (error: Error) => ReactNode
}

/** Shows a button for each possible move. A move to a final status can be undone. */
export function MoveButtons<Status extends BookingStatus | MessageStatus>(props: MovesProps<Status>) {
  const { place, status, moves, start, main, verb, done, call, notYet, ask, explain } = props
  const move = useMove(place)
  const undo = useUndo(place)
  const go = (to: Status) => {
    const open = ask?.[to]
    if (open) return open()
    move.mutate(call(status, to), {
      onSuccess: () => showToast(`${place.who}: ${done(to)}`, to === start ? {} : { undo: () => undo(to) }),
    })
  }
  // Buttons that open a dialog come first, so that an accidental second click opens a dialog and changes nothing.
  const rank = (to: Status) => (to === main ? 0 : ask?.[to] ? 1 : 2)
  const ordered = moves.toSorted((one, other) => rank(one) - rank(other))
  return (
    <div className={`${layout.tight} ${main === undefined ? '' : css.foot}`}>
      <div className={`${layout.row} ${css.moves}`}>
        <WhenOnline>
          {ordered.map((to) => (
            <Button
              key={to}
              {...shortcutProps(recordKeys[to], verb(to))}
              size="small"
              look={to === main ? 'signal' : 'plain'}
              disabled={move.isPending}
              onClick={() => go(to)}
            >
              {verb(to)}
            </Button>
          ))}
        </WhenOnline>
      </div>
      {notYet && <p className={layout.tiny}>{notYet}</p>}
      {move.error && (
        <div className={`${layout.bar} ${pieces.apart} ${pieces.problem} ${pieces.slim}`} role="alert">
          {explain(move.error)}
        </div>
      )}
    </div>
  )
}

/**
 * Moves a row to another status. There is no optimistic update, because another member may have moved the row first.
 */
export const useMove = (place: RecordRef) =>
  useRecordMutation(place, (move: BookingMove | MessageMove) =>
    supabase.rpc(place.name === 'bookings' ? 'move_booking' : 'move_message', move),
  )

interface OutcomeChange extends Record<'seen' | 'becomes', Partial<CallResult>> {
  /** The start of the call, as the user saw it. */
  call_at: string
}

/** Saves the outcome of a call. The request contains the changed columns, and their values as the user saw them. */
export const useOutcome = (place: RecordRef) =>
  useRecordMutation(place, ({ seen, becomes, call_at }: OutcomeChange) =>
    supabase.rpc('save_outcome', { booking: place.id, seen: { ...seen, call_at }, becomes }),
  )

/** Marks the next step of an earlier call as done, or reopens that step. */
export const useFinishStep = (place: RecordRef) =>
  useRecordMutation(place, (step: { call: string; is_done: boolean }) =>
    supabase.rpc('finish_step', { booking: place.id, ...step }),
  )

/**
 * Undoes a move to this status. The Undo button is in a toast, which may still be visible after the record is closed,
 * so another toast reports a failure.
 */
export function useUndo(place: RecordRef): (expected: BookingStatus | MessageStatus) => void {
  const undo = useRecordMutation(place, (expected: BookingStatus | MessageStatus) =>
    place.name === 'bookings'
      ? supabase.rpc('undo_booking_move', { booking: place.id, expected })
      : supabase.rpc('undo_message_move', { message: place.id, expected }),
  )
  return (expected) =>
    void undo
      .mutateAsync(expected)
      .catch((error) => showToast(`${place.who}: could not undo. ${errorMessage(error)}`, { isAlert: true }))
}

function useRecordMutation<Argument>(
  { name, id }: RecordRef,
  call: (argument: Argument) => ReturnType<typeof supabase.rpc>,
) {
  const queryClient = useQueryClient()
  const record = [name, 'record', id]
  return useMutation({
    mutationFn: async (argument: Argument) => dataOrThrow(await call(argument)),
    onSuccess: () => {
      // The next move starts from the record, so only the record's refetch is awaited. Waiting for the list and its
      // counts would block the buttons.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === name && queryKey[1] !== 'record',
      })
      return queryClient.invalidateQueries({ queryKey: record })
    },
    // A refusal means that the cached data is stale. The message is shown before the refetch ends.
    onError: () => void queryClient.invalidateQueries({ queryKey: [name] }),
  })
}
