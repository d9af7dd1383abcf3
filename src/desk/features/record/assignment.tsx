import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { recordKeys, shortcutProps } from '#desk/lib/shortcuts.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { assign, type RecordRef } from './api.ts'
import css from './record.module.css'

interface AssignmentProps {
  place: RecordRef
  assignedTo: string | null
  mayWork: boolean
}

/**
 * The assignee. The field shows a change at once. If the database refuses the change, the field shows the old
 * value again, with a message.
 */
export function Assignment({ place, assignedTo, mayWork }: AssignmentProps) {
  const me = useMe()
  const people = useTeamMembers()
  const queryClient = useQueryClient()
  const id = useId()
  const change = useMutation({
    mutationFn: (to: string | null) => assign(place, to),
    // The new value is shown until the row has been refetched.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [place.name] }),
    onError: (error) => {
      showToast(`${place.who}: ${errorMessage(error)}`, { isAlert: true })
      void queryClient.invalidateQueries({ queryKey: [place.name] })
    },
  })
  const now = change.isPending ? change.variables : assignedTo
  if (!mayWork) return <p>{now === null ? 'Unassigned' : people.actor(now)}</p>
  const isKnown = now === null || people.able.some((person) => person.id === now)
  return (
    <div className={css.assignment}>
      <label className={visuallyHidden} htmlFor={id}>
        Assign to
      </label>
      <WhenOnline>
        <select
          aria-keyshortcuts={recordKeys.assign}
          id={id}
          className={`${layout.small} ${controls.control} ${css.control}`}
          value={now ?? ''}
          onChange={(event) => change.mutate(event.target.value || null)}
        >
          <option value="">Unassigned</option>
          {people.able.map((person) => (
            <option key={person.id} value={person.id}>
              {person.id === me.id ? `${person.name} (you)` : person.name}
            </option>
          ))}
          {!isKnown && <option value={now}>{people.actor(now)}</option>}
        </select>
      </WhenOnline>
      <WhenOnline>
        {now !== me.id && (
          <Button size="small" {...shortcutProps(recordKeys.take, 'Assign to me')} onClick={() => change.mutate(me.id)}>
            Assign to me
          </Button>
        )}
      </WhenOnline>
    </div>
  )
}
