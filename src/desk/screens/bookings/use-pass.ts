import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import type { CallPassing } from '#shared/contract/desk.ts'

/**
 * Gives a confirmed call to another at the same time; `say` tells whose it is now, also when what asked for it is gone
 * from the screen by then. A refusal, too, means that our data is stale.
 */
export function usePass(say: (host: string) => void) {
  const queryClient = useQueryClient()
  const renew = () => queryClient.invalidateQueries({ queryKey: ['bookings'] })
  return useMutation({
    mutationFn: async (passing: CallPassing) => dataOf(await supabase.rpc('pass_call', passing)),
    onSuccess: (_, { host }) => {
      say(host)
      return renew()
    },
    onError: () => void renew(),
  })
}
