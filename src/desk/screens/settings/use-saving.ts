import { useQueryClient } from '@tanstack/react-query'
import { lookAtDoor } from '#desk/lib/door.ts'
import { Failure } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/use-mutation.ts'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import { tell } from '#ui/toast.tsx'
import { saveSettings, settingsQuery } from './api.ts'

/** Saving a part of the settings, as they were when the form was shown. */
export function useSaving(seen: DeskSettings) {
  const queryClient = useQueryClient()
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['week'] }),
      // Which zone it is may have been asked of the owner.
      lookAtDoor(),
    ])
  return useMutation({
    mutationFn: (change: Partial<DeskSettings>) => saveSettings(seen, change),
    onSuccess: () => {
      tell('Saved.')
      return renew()
    },
    onError: (error) => {
      // The form is remounted with what is stored, so its own message would be lost; a toast stays.
      if (!(error instanceof Failure && error.status === 409)) return undefined
      tell(error.message, { isAlert: true })
      return renew()
    },
  })
}
