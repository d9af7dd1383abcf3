import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unreadCount } from '#content/calendar-faults.ts'
import { handleSubmit, LabeledInput, passwordOf, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import { type CalendarInput, type CalendarKind, calendarLimits, type DeskCalendar } from '#shared/contract/calendars.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { addCalendar, calendarsQuery, changeCalendar } from './api.ts'

const kinds: readonly { value: CalendarKind; label: string }[] = [
  { value: 'address', label: 'Secret address' },
  { value: 'caldav', label: 'CalDAV' },
]

interface CalendarFormProps {
  host: string
  /** The calendar to change; undefined for a new calendar. Its address and password are not known to the desk. */
  calendar?: DeskCalendar
  isOpen: boolean
  onClose: () => void
}

/** Adds or changes a calendar. The server reads the calendar at once, and stores it only if reading succeeds. */
export function CalendarForm({ host, calendar, isOpen, onClose }: CalendarFormProps) {
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<CalendarKind>(calendar?.kind ?? 'address')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (input: CalendarInput) => (calendar ? changeCalendar(calendar.id, input) : addCalendar(input)),
    onSuccess: ({ events, unread }) => {
      const missing = unread.unread > 0 ? ` ${unreadCount(unread)}` : ''
      const done = calendar ? 'changed' : 'added'
      showToast(`Calendar ${done}: ${countWithNoun(events, 'upcoming busy time')}.${missing}`)
      onClose()
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: calendarsQuery(host).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['bookings'] }),
      ])
    },
  })
  const send = (form: FormData) =>
    mutate({
      host,
      kind,
      name: textOf(form, 'name'),
      url: textOf(form, 'url'),
      username: kind === 'caldav' ? textOf(form, 'username') : '',
      password: kind === 'caldav' ? passwordOf(form, 'password') : '',
    })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={calendar ? `Change ${isolateBidi(calendar.name)}` : 'Add a calendar'}
      description="The server reads the calendar at once, and then about every ten minutes. The address and password are stored encrypted and are never shown again."
    >
      <form className={layout.column} onSubmit={handleSubmit(send)}>
        {!calendar && (
          <ToggleGroup
            label="Connection"
            options={kinds}
            value={kind}
            onChange={(next) => {
              reset()
              setKind(next)
            }}
          />
        )}
        <LabeledInput
          label="Name"
          name="name"
          defaultValue={calendar?.name}
          longest={calendarLimits.name}
          hint="The name shown in the list, such as Private."
          autoComplete="off"
          required
        />
        <LabeledInput
          label="Address"
          name="url"
          longest={calendarLimits.url}
          hint={
            calendar
              ? `Leave this empty to keep the address at ${calendar.place}.`
              : kind === 'caldav'
                ? 'The address of the server, or of one calendar on it. It starts with https://.'
                : 'The address starts with https:// or webcal:// and often ends with .ics.'
          }
          autoComplete="off"
          required={!calendar}
        />
        {kind === 'address' ? (
          <div className={`${layout.note} ${layout.tight}`}>
            <p>
              <strong>Google:</strong> in the calendar’s settings, under “Integrate calendar”, copy the “Secret address
              in iCal format”.
            </p>
            <p>
              <strong>Outlook:</strong> under Settings, Calendar, “Shared calendars”, publish the calendar and copy the
              ICS link.
            </p>
          </div>
        ) : (
          <>
            <LabeledInput
              label="Username"
              name="username"
              defaultValue={calendar?.username ?? undefined}
              longest={calendarLimits.username}
              autoComplete="off"
              required
            />
            <LabeledInput
              label="Password"
              name="password"
              type="password"
              longest={calendarLimits.password}
              hint={
                calendar
                  ? 'Leave this empty to keep the password. A new address needs the password again.'
                  : 'Use an app password if your provider offers one. It gives access only to the calendar and can be revoked separately.'
              }
              autoComplete="new-password"
            />
          </>
        )}
        <ErrorNotice error={error} />
        <div className={dialogFooterClass}>
          <WhenOnline says>
            <Button look="signal" type="submit" disabled={isPending}>
              {isPending ? 'Reading the calendar…' : calendar ? 'Save calendar' : 'Add calendar'}
            </Button>
          </WhenOnline>
        </div>
      </form>
    </Dialog>
  )
}
