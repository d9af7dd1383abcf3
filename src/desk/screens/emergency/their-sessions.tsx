import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#desk/lib/confirm-dialog.tsx'
import controls from '#desk/lib/controls.module.css'
import { counted } from '#desk/lib/counted.ts'
import { useMe } from '#desk/lib/door.ts'
import { inWords } from '#desk/lib/failure.ts'
import { sends, textOf } from '#desk/lib/form.ts'
import { peopleQuery } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Section } from '#desk/lib/section.tsx'
import { useMutation } from '#desk/lib/use-mutation.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { DeskPerson } from '#shared/contract/desk-people.ts'
import { isolate } from '#shared/lib/isolate.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { tell } from '#ui/toast.tsx'
import { endSessionsOf } from './api.ts'

/** Signs one person out of everything. */
export function TheirSessions() {
  const me = useMe()
  const { data = [], error } = useQuery(peopleQuery)
  const [asking, setAsking] = useState<DeskPerson | null>(null)
  const end = useMutation({
    mutationFn: ({ id }: DeskPerson) => endSessionsOf(id),
    onSuccess: (ended, { name }) => {
      setAsking(null)
      tell(`${isolate(name)} is signed out: ${counted(ended, 'session')} ended.`)
    },
  })
  const who = {
    name: 'member',
    label: 'Whose',
    type: 'select',
    required: true,
    placeholder: 'Choose somebody',
    options: data.map(({ id, name, email }) => ({
      value: id,
      label: `${isolate(name)}, ${email}${id === me.id ? ' (you)' : ''}`,
    })),
  } as const
  return (
    <Section
      title="One person’s sessions"
      text="Signs them out on every device. Links to choose a new password that are under way end too."
    >
      <form
        className={controls.form}
        onSubmit={sends((fields) => {
          const chosen = textOf(fields, 'member')
          end.reset()
          setAsking(data.find(({ id }) => id === chosen) ?? null)
        })}
      >
        <Field spec={who} idPrefix="emergency" />
        {error && (
          <p className={pieces.problem} role="alert">
            {inWords(error)}
          </p>
        )}
        <WhenOnline>
          <Button type="submit">End their sessions</Button>
        </WhenOnline>
      </form>
      <ConfirmDialog
        isOpen={asking !== null}
        title={`End all sessions of ${isolate(asking?.name ?? '')}?`}
        act="End them"
        isBusy={end.isPending}
        problem={end.error && inWords(end.error)}
        onConfirm={() => asking && end.mutate(asking)}
        onClose={() => setAsking(null)}
      >
        <p>
          {asking?.id === me.id ? 'You are' : `${isolate(asking?.name ?? '')} is`} signed out everywhere.
          Password and second step stay as they are: where one of them may be known, have it changed, or stop
          the account under People.
        </p>
      </ConfirmDialog>
    </Section>
  )
}
