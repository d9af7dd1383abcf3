import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import { tell } from '#ui/toast.tsx'
import { saveSettings, settingsQuery } from './api.ts'

/** Saving a part of the settings, as they were when the form was shown. */
export function useSaving(seen: DeskSettings) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<DeskSettings>) => saveSettings(seen, change),
    onSuccess: async () => {
      tell('Saved.')
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['week'] }),
      ])
    },
  })
}
