import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarFaultWords, unreadCount, unreadWords } from '#content/calendar-faults.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { useNow } from '#desk/lib/server-clock.ts'
import { dayAndTime, formatSpan, longDay, zoneOrFallback } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import { calendarLimits, type DeskCalendar, type UnreadEntries } from '#shared/contract/calendars.ts'
import type { Host } from '#shared/contract/hosts.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { calendarsQuery, readCalendar, removeCalendar } from './api.ts'
import { BusyTimes } from './busy-soon.tsx'
import { CalendarForm } from './calendar-form.tsx'
import css from './hours.module.css'

/** External calendars, whose events block the host's slots. */
export function Calendars({ host: { id: host, time_zone: zone } }: { host: Host }) {
  const { data, error } = useQuery({ ...calendarsQuery(host), enabled: isOwnServer })
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title="External calendars"
      text="Events in these calendars block available times. Only the busy times are stored, without titles or locations."
    >
      {!isOwnServer && <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>{projectLacks.calendars}</p>}
      {!data && <ErrorNotice error={error} />}
      {data?.length === 0 && <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>No calendars yet.</p>}
      {data && data.length > 0 && (
        <ul className={`${pieces.bounded} ${css.spaced}`}>
          {data.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} />
          ))}
        </ul>
      )}
      {data && data.length > 0 && data.every(({ read_at }) => read_at !== null) && (
        <BusyTimes calendars={data} zone={zoneOrFallback(zone)} />
      )}
      {data && data.length < calendarLimits.count && (
        <WhenOnline>
          <Button onClick={() => setAdding(true)}>Add a calendar</Button>
        </WhenOnline>
      )}
      <CalendarForm host={host} isOpen={isAdding} onClose={() => setAdding(false)} />
    </Section>
  )
}

/** One calendar: when the server last read it, how many busy times it has, and any error. */
function CalendarRow({ calendar }: { calendar: DeskCalendar }) {
  const { id, host, kind, place, username, fault, unread } = calendar
  const queryClient = useQueryClient()
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const settled = {
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: calendarsQuery(host).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['bookings'] }),
      ]),
  }
  const name = isolateBidi(calendar.name)
  const read = useMutation({ mutationFn: () => readCalendar(id), ...settled })
  const remove = useMutation({
    mutationFn: () => removeCalendar(id),
    onSuccess: () => showToast(`${name} removed.`),
    ...settled,
  })
  return (
    <li className={`${layout.tight} ${pieces.listed} ${css.calendar}`}>
      <div className={layout.named}>
        <h3 className={`${pieces.name} ${pieces.strong}`}>{name}</h3>
        {fault && <Chip tone="alert">Failed</Chip>}
        {!fault && unread.unread > 0 && <Chip tone="alert">Partly read</Chip>}
      </div>
      <p className={`${layout.note} ${layout.anywhere}`}>
        {kind === 'caldav' ? `CalDAV at ${place}` : `Address at ${place}`}
        {username !== null && `, as ${isolateBidi(username)}`}
      </p>
      <p className={`${layout.note} ${layout.anywhere}`} role="status">
        {read.isPending ? 'Reading…' : describeLastRead(calendar, now)}
      </p>
      {fault && (
        <p className={pieces.problem}>
          {calendarFaultWords[fault]} {describeFailure(calendar)}
        </p>
      )}
      {unread.unread > 0 && <UnreadNote unread={unread} />}
      <ErrorNotice error={read.error} />
      <div className={layout.cluster}>
        <WhenOnline>
          <Button size="small" aria-label={`Refresh ${name}`} disabled={read.isPending} onClick={() => read.mutate()}>
            Refresh
          </Button>
          <Button size="small" aria-label={`Change ${name}`} onClick={() => setChanging(true)}>
            Change
          </Button>
          <Button size="small" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
            Remove
          </Button>
        </WhenOnline>
      </div>
      <CalendarForm host={host} calendar={calendar} isOpen={isChanging} onClose={() => setChanging(false)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${name}?`}
        act="Remove"
        isBusy={remove.isPending}
        problem={remove.error && errorMessage(remove.error)}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>The times that this calendar blocks will become available at once. The calendar itself is not changed.</p>
      </ConfirmDialog>
    </li>
  )
}

/**
 * The number of entries that the server could not read, and the reasons for the first of these entries. Titles are not
 * stored, so dates identify entries.
 */
function UnreadNote({ unread }: { unread: UnreadEntries }) {
  const more = unread.unread - unread.first.length
  return (
    <div className={`${layout.note} ${layout.tight}`}>
      <p className={pieces.problem}>{unreadCount(unread)} Visitors may see times when the host is busy.</p>
      <ul className={css.reasons}>
        {unread.first.map(({ why, on }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            {on === null ? 'Without a date' : longDay(new Date(on), 'UTC')}: {unreadWords[why]}
          </li>
        ))}
        {more > 0 && <li>And {more} more.</li>}
      </ul>
    </div>
  )
}

function describeLastRead({ read_at, events }: DeskCalendar, now: number): string {
  if (read_at === null) return 'The server must read this calendar again. No times are available until then.'
  return `Read ${formatSpan(now - Date.parse(read_at))} ago: ${countWithNoun(events, 'upcoming busy time')}.`
}

const describeFailure = ({ failing_since, read_at }: DeskCalendar): string =>
  [
    failing_since && `Failing since ${dayAndTime(new Date(failing_since))}.`,
    read_at && 'Busy times that were read earlier still apply.',
  ]
    .filter(Boolean)
    .join(' ')
