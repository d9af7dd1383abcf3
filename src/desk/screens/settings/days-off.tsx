import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ConflictingCalls } from '#desk/features/calls/conflicting-calls.tsx'
import controls from '#desk/lib/controls.module.css'
import { LabeledInput, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { dayInWords, lastDay } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { deskSettingsLimits } from '#shared/contract/desk-week.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { addDayOff, daysOffQuery, removeDayOff } from './api.ts'
import css from './settings.module.css'

interface DayOffChange {
  day: string
  /** The note for the day; null removes the day. */
  note: string | null
}

export function DaysOff() {
  const queryClient = useQueryClient()
  const { data, error: readError } = useQuery(daysOffQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ day, note }: DayOffChange) => (note === null ? removeDayOff(day) : addDayOff(day, note)),
    onSuccess: (_, { day, note }) => {
      showToast(`${dayInWords(day)} is ${note === null ? 'a working day again' : 'a day off'}.`)
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: daysOffQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['week'] }),
        queryClient.invalidateQueries({ queryKey: ['bookings'] }),
      ]),
  })
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form)
    mutate({ day: textOf(data, 'day'), note: textOf(data, 'note') }, { onSuccess: () => form.reset() })
  }
  const problem = error ?? readError
  return (
    <Section title="Days off" text="The desk warns you before you confirm a call on one of these days.">
      {data && data.length > 0 ? (
        <ul className={`${pieces.bounded} ${css.days}`}>
          {data.map(({ day, note }) => (
            <li key={day} className={`${layout.stack} ${layout.small} ${pieces.listed} ${css.dayOff}`}>
              <span className={pieces.strong}>{dayInWords(day)}</span>
              <span className={`${layout.soft} ${layout.anywhere}`}>{note}</span>
              <WhenOnline>
                <button
                  type="button"
                  className={`${controls.bare} ${controls.square}`}
                  aria-label={`Remove ${dayInWords(day)}`}
                  disabled={isPending}
                  onClick={() => mutate({ day, note: null })}
                >
                  <Icon name="close" />
                </button>
              </WhenOnline>
            </li>
          ))}
        </ul>
      ) : (
        data && <p className={`${layout.note} ${pieces.spaced}`}>No days off yet.</p>
      )}
      <ConflictingCalls of={({ reasons }) => reasons.includes('day_off')} is="on a day off" />
      <form
        className={`${layout.column} ${css.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          add(event.currentTarget)
        }}
      >
        <LabeledInput label="Day" name="day" type="date" max={lastDay} required />
        <LabeledInput
          label="Note (optional)"
          name="note"
          longest={deskSettingsLimits.day_off_note}
          autoComplete="off"
        />
        <ErrorNotice error={problem} className={layout.whole} />
        <WhenOnline>
          <Button type="submit" disabled={isPending}>
            Add day off
          </Button>
        </WhenOnline>
      </form>
    </Section>
  )
}
