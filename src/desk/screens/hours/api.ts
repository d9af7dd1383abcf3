import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { requestServer, supabase } from '#desk/lib/supabase.ts'
import {
  type CalendarChange,
  type CalendarInput,
  type DeskCalendar,
  deskCalendarSchema,
  deskCalendars,
  feedKey,
  feedPath,
} from '#shared/contract/calendars.ts'
import { type Host, type HostUpdate, hostAvailableSlotsSchema, hostSchema } from '#shared/contract/hosts.ts'

export const hostsQuery = queryOptions({
  queryKey: ['hosts'],
  queryFn: async () => v.parse(v.array(hostSchema), dataOrThrow(await supabase.rpc('desk_hosts'))),
})

/** The times at which a host can still take calls next week. Each confirmed call changes these times. */
export const hostAvailabilityQuery = ({ id, updated_at }: Host) =>
  queryOptions({
    queryKey: ['bookings', 'free-times-of', id, updated_at],
    queryFn: async () =>
      v.parse(hostAvailableSlotsSchema, dataOrThrow(await supabase.rpc('available_times_of_host', { host: id }))),
  })

export const saveHost = async (saving: HostUpdate): Promise<Host> =>
  v.parse(hostSchema, dataOrThrow(await supabase.rpc('save_host', saving)))

/** Polled, because the server reads calendars in the background. */
export const calendarsQuery = (host: string) =>
  queryOptions({
    queryKey: ['calendars', host],
    queryFn: async () => v.parse(deskCalendars, dataOrThrow(await supabase.rpc('desk_calendars', { host }))),
    refetchInterval: 60_000,
  })

/** Adds a calendar. The server refuses a calendar that it cannot read. */
export const addCalendar = (input: CalendarInput): Promise<DeskCalendar> =>
  requestServer(deskCalendarSchema, '/calendars/v1', input)

/** Changes a calendar. The server stores the change only if it can read the calendar with it. */
export const changeCalendar = (id: string, change: CalendarChange): Promise<DeskCalendar> =>
  requestServer(deskCalendarSchema, `/calendars/v1/${id}`, change)

export const readCalendar = (id: string): Promise<DeskCalendar> =>
  requestServer(deskCalendarSchema, `/calendars/v1/${id}/read`, {})

export async function removeCalendar(calendar: string): Promise<void> {
  dataOrThrow(await supabase.rpc('remove_calendar', { calendar }))
}

/** Creates a new URL for the feed of the host's calls, and returns it. The URL is never shown again. */
export async function renewFeed(host: string): Promise<string> {
  const key = v.parse(feedKey, dataOrThrow(await supabase.rpc('renew_feed', { host })))
  return new URL(feedPath(key), location.origin).href
}

export async function endFeed(host: string): Promise<void> {
  dataOrThrow(await supabase.rpc('end_feed', { host }))
}
