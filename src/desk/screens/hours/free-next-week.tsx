import { useQuery } from '@tanstack/react-query'
import { knownZone, shortDay } from '#desk/lib/times.ts'
import { counted } from '#desk/lib/words.ts'
import type { Host, HostFreeTimes } from '#shared/contract/hosts.ts'
import layout from '#ui/layout.module.css'
import { freeTimesQuery } from './api.ts'
import css from './hours.module.css'

/** How many calls can still be given to this host: hours that were typed wrong show here. */
export function FreeNextWeek({ host }: { host: Host }) {
  const { data } = useQuery(freeTimesQuery(host))
  return (
    <p className={`${layout.row} ${layout.note} ${layout.numbers} ${css.free}`} role="status">
      {data ? <Words host={host} free={data} /> : '\u00a0'}
    </p>
  )
}

function Words({ host, free }: { host: Host; free: HostFreeTimes }) {
  if (!host.takes_calls) return 'Takes no calls: no free time is offered.'
  if (free.times.length === 0)
    return 'No free time next week: look at hours, dates and notice, and at how many calls a week the settings allow.'
  return (
    <>
      <strong>{counted(free.calls, 'call')} can be given next week</strong>{' '}
      {free.calls < free.times.length && 'As many as the settings allow. Room on'} {perDay(free)}
    </>
  )
}

/** Mon 30 Nov 6 · Tue 1 Dec 4 */
function perDay({ times, zone }: HostFreeTimes): string {
  const clock = knownZone(zone)
  const counts = new Map<string, number>()
  for (const time of times) {
    const day = shortDay(new Date(time), clock)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => `${day}: ${count}`).join(' · ')
}
