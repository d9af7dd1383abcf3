import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import type { BookingMove, BookingStatus, MessageMove, MessageStatus } from '#shared/contract/desk.ts'
import type { AfterCall } from '#shared/contract/desk-rows.ts'
import type { RecordPlace } from './types.ts'

/** Moves a row to another status. There is no optimistic update: a colleague may have been faster. */
export const useMove = (place: RecordPlace) =>
  useChange(place, (move: BookingMove | MessageMove) =>
    supabase.rpc(place.name === 'bookings' ? 'move_booking' : 'move_message', move),
  )

/** Writes down what came of a call: the columns that change, and the same ones as they were seen. */
export const useOutcome = (place: RecordPlace) =>
  useChange(place, (change: Record<'seen' | 'becomes', Partial<AfterCall>>) =>
    supabase.rpc('save_outcome', { booking: place.id, ...change }),
  )

export const useUndo = (place: RecordPlace) =>
  useChange(place, (expected: BookingStatus | MessageStatus) =>
    place.name === 'bookings'
      ? supabase.rpc('undo_booking_move', { booking: place.id, expected })
      : supabase.rpc('undo_message_move', { message: place.id, expected }),
  )

function useChange<Argument>(
  { name, id }: RecordPlace,
  call: (argument: Argument) => ReturnType<typeof supabase.rpc>,
) {
  const queryClient = useQueryClient()
  const record = [name, 'record', id]
  return useMutation({
    mutationFn: async (argument: Argument) => dataOf(await call(argument)),
    onSuccess: () => {
      // The next move starts from the record, so only the record's refetch is awaited. Awaiting the list and its
      // counts would block the buttons.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === name && queryKey[1] !== 'record',
      })
      return queryClient.invalidateQueries({ queryKey: record })
    },
    // A refusal also means that our data is stale. The message does not wait for the refetch.
    onError: () => void queryClient.invalidateQueries({ queryKey: [name] }),
  })
}
