import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import type { RecordPlace } from './types.ts'

const calls = { bookings: 'move_booking', messages: 'move_message' } as const

/** Moves a row to another state. Nothing is shown before the database agrees: it may know of somebody faster. */
export function useMove({ name }: RecordPlace) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (move: object) => {
      dataOf(await supabase.rpc(calls[name], move))
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [name] }),
    // A refusal too says that what we showed was old. But it is said at once.
    onError: () => void queryClient.invalidateQueries({ queryKey: [name] }),
  })
}
