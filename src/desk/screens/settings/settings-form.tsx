import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { refreshAuthState } from '#desk/lib/door.ts'
import { DraftNote, useFormDraft } from '#desk/lib/draft.tsx'
import { Failure } from '#desk/lib/failure.ts'
import { handleSubmit, LabeledInput, numberWithin } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { saveSettings, settingsConflict, settingsQuery } from './api.ts'
import css from './settings.module.css'

interface SettingsFormProps {
  title: string
  text: string
  settings: DeskSettings
  /** Returns the changes to save, or null if the form has reported an error. */
  changeOf: (form: FormData) => Partial<DeskSettings> | null
  submit: string
  /** Renders the fields. `shown` contains the values of the fields. */
  children: (shown: DeskSettings) => ReactNode
}

export function SettingsForm({ title, text, settings, changeOf, submit, children }: SettingsFormProps) {
  const { mutate, isPending, error, shown, draft } = useSettingsForm(title, settings)
  const save = (fields: FormData) => {
    const change = changeOf(fields)
    if (change) mutate(change)
  }
  return (
    <Section title={title} text={text}>
      <form
        className={`${layout.column} ${css.form}`}
        data-typed={draft.value !== null}
        {...draft.form}
        onSubmit={handleSubmit(save)}
      >
        {children(shown)}
        <ErrorNotice error={error} className={layout.whole} />
        <WhenOnline>
          <Button type="submit" look="signal" disabled={isPending}>
            {submit}
          </Button>
        </WhenOnline>
        <DraftNote {...draft} isChange />
      </form>
    </Section>
  )
}

/** The key of a field. A new value changes the key, so that the field is mounted again and shows the value. */
export const keyOf = (shown: DeskSettings, name: keyof DeskSettings) => `${name} ${String(shown[name])}`

interface SettingFieldProps extends ComponentProps<typeof LabeledInput> {
  of: DeskSettings
  name: keyof DeskSettings
  /** The limits of a number. */
  within?: Parameters<typeof numberWithin>[0]
}

export const SettingField = ({ of: shown, name, within, ...input }: SettingFieldProps) => (
  <LabeledInput
    key={keyOf(shown, name)}
    name={name}
    {...(within && numberWithin(within))}
    defaultValue={String(shown[name] ?? '')}
    required
    {...input}
  />
)

/**
 * Saves a section of the settings. A field shows the stored value until the user edits the field. From then on, the
 * field shows the user's text until the form is saved.
 */
function useSettingsForm(title: string, stored: DeskSettings) {
  const queryClient = useQueryClient()
  const draft = useFormDraft<DeskSettings>(`settings ${title}`, title, (field) => ({
    [field]: stored[field as keyof DeskSettings],
  }))
  const [reportedAt, setReportedAt] = useState<string>()
  // The values that were stored when the user began to edit these fields.
  const shown: DeskSettings = { ...stored, ...draft.value?.seen }
  const isOvertaken = JSON.stringify(shown) !== JSON.stringify(stored)
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['week'] }),
      queryClient.invalidateQueries({ queryKey: ['bookings'] }),
      // The desk asks an owner for a missing time zone, and stops asking once the time zone is set.
      refreshAuthState(),
    ])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (change: Partial<DeskSettings>) => {
      if (isOvertaken && reportedAt !== stored.updated_at) throw settingsConflict()
      await saveSettings(stored, change)
      return draft.value
    },
    onSuccess: async (sent) => {
      showToast(`${title} saved.`)
      await renew()
      draft.clear(sent)
    },
    onError: async (error) => {
      if (!(error instanceof Failure && error.status === 409)) return
      await renew()
      setReportedAt(queryClient.getQueryData(settingsQuery.queryKey)?.updated_at)
    },
  })
  return { mutate, isPending, error, shown, draft }
}
