import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { useMutation } from '#desk/lib/use-mutation.ts'
import type { RecordPlace } from './types.ts'

const calls = { bookings: 'move_booking', messages: 'move_message' } as const

/**
 * Moves a row to another state, over others where it must. Nothing is shown before the database agrees: it may know of
 * somebody faster.
 */
export function useMove({ name, id }: RecordPlace) {
  const queryClient = useQueryClient()
  const record = [name, 'record', id]
  return useMutation({
    mutationFn: async (moves: readonly object[]) => {
      for (const move of moves) dataOf(await supabase.rpc(calls[name], move))
    },
    onSuccess: () => {
      // The next move goes out from what the record says, so that alone is waited for. The list, its counts and whatever
      // else is shown may be slow, and with them the buttons stood still.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === name && queryKey[1] !== 'record',
      })
      return queryClient.invalidateQueries({ queryKey: record })
    },
    // A refusal too says that what we showed was old. But it is said at once.
    onError: () => void queryClient.invalidateQueries({ queryKey: [name] }),
  })
}
