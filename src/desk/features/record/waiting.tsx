import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { reminderDays } from '#shared/contract/booking-state.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { type RecordRef, undoWaiting, waitForVisitor } from './api.ts'

/** The days until a reminder; null for none. */
export type Reminder = (typeof reminderDays)[number] | null

/** The reminder that forms suggest, so that no conversation is forgotten. */
export const usualReminder: Reminder = 5

interface ReminderChoiceProps<Other extends string> {
  value: Reminder | Other
  onChange: (value: Reminder | Other) => void
  /** Another option, listed first. */
  otherwise?: { value: Other; label: string }
  /** False if a button beside the choice explains it. */
  hasLabel?: boolean
}

/** Asks when it is the team's turn again if the visitor does not answer. */
export function ReminderChoice<Other extends string = never>(props: ReminderChoiceProps<Other>) {
  const { value, onChange, otherwise, hasLabel = true } = props
  const choose = (text: string) => {
    if (text === otherwise?.value) onChange(otherwise.value)
    else onChange(reminderDays.find((days) => String(days) === text) ?? null)
  }
  return (
    <label className={`${layout.small} ${layout.bar}`}>
      <span className={hasLabel ? undefined : visuallyHidden}>If there is no answer</span>
      <select
        className={`${layout.small} ${controls.control}`}
        value={value ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        {otherwise && <option value={otherwise.value}>{otherwise.label}</option>}
        {reminderDays.map((days) => (
          <option key={days} value={days}>
            remind us in {days} days
          </option>
        ))}
        <option value="">never remind us</option>
      </select>
    </label>
  )
}

interface WaitButtonProps {
  place: RecordRef
  /** The `unanswered_since` that the user saw. */
  seen: string | null
}

/** Ends the team's turn without a reply, for example after a phone call. */
export function WaitButton({ place, seen }: WaitButtonProps) {
  const queryClient = useQueryClient()
  const [reminder, setReminder] = useState<Reminder>(null)
  const settle = () => queryClient.invalidateQueries({ queryKey: [place.name] })
  const undo = () =>
    undoWaiting(place)
      .catch((error) => showToast(`${place.who}: could not undo. ${errorMessage(error)}`, { isAlert: true }))
      .finally(() => void settle())
  const wait = useMutation({
    mutationFn: () => waitForVisitor(place, seen, reminder),
    onSuccess: () => showToast(`${place.who}: no reply needed.`, { undo: () => void undo() }),
    onError: (error) => showToast(errorMessage(error), { isAlert: true }),
    onSettled: settle,
  })
  return (
    <div className={layout.row}>
      <WhenOnline>
        <Button size="small" disabled={wait.isPending} onClick={() => wait.mutate()}>
          No reply needed
        </Button>
        <ReminderChoice<never> value={reminder} onChange={setReminder} hasLabel={false} />
      </WhenOnline>
    </div>
  )
}
