import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { tell } from '#ui/toast.tsx'

/** Leaves a confirmed call as it is, although its visitor asked for another time: they get a letter that says so. */
export function useDecline(booking: string, proposed: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => dataOf(await supabase.rpc('decline_proposal', { booking, proposed })),
    onSuccess: () => tell('The call stays as it is. The visitor is told.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
}
