import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { useMutation } from '#desk/lib/use-mutation.ts'
import type { RecordPlace } from './types.ts'

const calls = { bookings: 'move_booking', messages: 'move_message' } as const

/**
 * Moves a row to another status, through intermediate ones where it must. There is no optimistic update: a colleague
 * may have been faster.
 */
export function useMove({ name, id }: RecordPlace) {
  const queryClient = useQueryClient()
  const record = [name, 'record', id]
  return useMutation({
    mutationFn: async (moves: readonly object[]) => {
      for (const move of moves) dataOf(await supabase.rpc(calls[name], move))
    },
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
