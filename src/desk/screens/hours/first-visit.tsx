import { useQuery, useQueryClient } from '@tanstack/react-query'
import { weekOfCallsQuery } from '#desk/lib/capacity.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { timeRange } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import type { HostSettings } from '#shared/contract/hosts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { showToast } from '#ui/toast.tsx'
import { hostsQuery, saveHost } from './api.ts'
import { weekdays } from './draft.ts'

interface FirstHoursProps {
  id: string
  /** The host's name; null if the user is the host. */
  name: string | null
  mayChange: boolean
}

/** Shown to a member without hours. Offers the provider's hours as a starting point. */
export function FirstHours({ id, name, mayChange }: FirstHoursProps) {
  const queryClient = useQueryClient()
  const { data: week } = useQuery(weekOfCallsQuery(undefined))
  const { mutate, isPending, error } = useMutation({
    mutationFn: (settings: HostSettings) => saveHost({ host: id, settings, seen: null }),
    onSuccess: () => showToast('Time zone saved. Check the hours and change them if needed.'),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: hostsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['bookings'] }),
      ]),
  })
  const text = error
    ? errorMessage(error)
    : week && mayChange
      ? `Visitors see the available times of all hosts. Start with the desk’s hours: ${inOneLine(week)}. You can change everything later.`
      : 'Visitors see the available times of all hosts.'
  return (
    <EmptyState
      title={name === null ? 'You do not take calls yet' : `${name} does not take calls yet`}
      text={text}
      isAlert={error !== null}
    >
      {mayChange && week && (
        <WhenOnline>
          <Button look="signal" disabled={isPending} onClick={() => mutate(providerHours(week))}>
            Start with these hours
          </Button>
        </WhenOnline>
      )}
    </EmptyState>
  )
}

const providerHours = ({ time_zone, opens, closes, work_days }: WeekOfCalls): HostSettings => ({
  takes_calls: true,
  time_zone,
  place: 'phone',
  link: null,
  break_before: 0,
  break_after: 0,
  notice_minutes: 240,
  daily_most: null,
  named_to_visitors: false,
  hours: work_days.map((weekday) => ({ weekday, opens, closes })),
  dates: [],
})

/** Monday, Tuesday, 09:00–17:00, Europe/Paris */
const inOneLine = ({ time_zone, opens, closes, work_days }: WeekOfCalls): string =>
  [...work_days.map((day) => weekdays[day - 1]?.slice(0, 3)), timeRange(opens, closes), time_zone].join(', ')
