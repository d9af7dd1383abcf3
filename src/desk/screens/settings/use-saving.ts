import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { lookAtDoor } from '#desk/lib/door.ts'
import { Failure } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import { tell } from '#ui/toast.tsx'
import { overtaken, saveSettings, settingsQuery } from './api.ts'

/**
 * Saving a part of the settings. A field follows what is stored of it, by its key; once somebody has typed in it, it stays
 * until its form is saved.
 */
export function useSaving(stored: DeskSettings) {
  const queryClient = useQueryClient()
  const [saves, setSaves] = useState(0)
  // What was stored of a field when somebody began to type in it.
  const [typedOver, setTypedOver] = useState<Partial<DeskSettings>>({})
  const [told, setTold] = useState<string>()
  const shown: DeskSettings = { ...stored, ...typedOver }
  const isOvertaken = JSON.stringify(shown) !== JSON.stringify(stored)
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['week'] }),
      // Which zone it is may have been asked of the owner.
      lookAtDoor(),
    ])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (change: Partial<DeskSettings>) => {
      if (isOvertaken && told !== stored.updated_at) throw overtaken()
      await saveSettings(stored, change)
    },
    onSuccess: async () => {
      tell('Saved.')
      await renew()
      setTypedOver({})
      setSaves(saves + 1)
    },
    onError: async (error) => {
      if (!(error instanceof Failure && error.status === 409)) return
      await renew()
      setTold(queryClient.getQueryData(settingsQuery.queryKey)?.updated_at)
    },
  })
  return {
    mutate,
    isPending,
    error,
    shown,
    keyOf: (name: keyof DeskSettings) => `${name} ${String(shown[name])}`,
    form: {
      /** Its key: it is drawn anew once it is saved. */
      saves,
      isTyped: Object.keys(typedOver).length > 0,
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const name = (target as HTMLInputElement).name as keyof DeskSettings
        setTypedOver((before) => ({ [name]: stored[name], ...before }))
      },
    },
  }
}
