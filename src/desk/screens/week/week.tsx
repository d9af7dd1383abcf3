import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { WeeklyCapacity } from '#desk/lib/capacity.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { useLiveInvalidation } from '#desk/lib/supabase.ts'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayRange, myZone, zoneCity } from '#desk/lib/times.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { weekQuery } from './api.ts'
import { HostMark } from './call-block.tsx'
import css from './grid.module.css'
import { Grid } from './grid.tsx'
import { type Lane, lanesOf, unassignedFilter } from './lanes.ts'

const route = getRouteApi('/week')
const dayMs = 86_400_000

const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The week as a calendar in the provider's zone, with confirmed, past and requested calls. */
export function Screen() {
  const { day, host } = route.useSearch()
  const navigate = useNavigate()
  const query = useQuery({ ...weekQuery(day), placeholderData: (before) => before })
  useLiveInvalidation('strategy_call_bookings', ['week'])
  const { data, error, isPlaceholderData, refetch } = query
  const move = (days: number) =>
    data && void navigate({ to: '/week', search: (now) => ({ ...now, day: daysAfter(data.week.monday, days) }) })

  const actions = (
    <>
      <Button size="small" aria-label="Previous week" onClick={() => move(-7)}>
        <Icon name="back" />
      </Button>
      <Link to="/week" search={host === undefined ? {} : { host }} className={buttonClass('plain', 'small')}>
        This week
      </Link>
      <Button size="small" aria-label="Next week" onClick={() => move(7)}>
        <Icon name="arrow" />
      </Button>
    </>
  )
  if (!data) {
    return (
      <Page title="Week" actions={actions}>
        {error ? (
          <LoadError title="The week could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
      </Page>
    )
  }
  const { week, calls } = data
  const holders = lanesOf(week, calls)
  // If the selected member has no hours or calls in this week, the calls of all members are shown.
  const chosen = holders.some(({ id }) => (id ?? unassignedFilter) === host) ? host : undefined
  return (
    <Page title={weekTitle(week.monday)} actions={actions}>
      <div className={`${layout.bar} ${pieces.apart} ${css.facts}`}>
        <WeeklyCapacity taken={week.taken} capacity={week.capacity} />
        <p className={layout.note}>
          Times are in {zoneCity(week.time_zone)} time
          {week.time_zone !== myZone && `; each call also shows your own time (${zoneCity(myZone)})`}.
        </p>
      </div>
      {holders.length > 1 && <HostFilter lanes={holders} chosen={chosen} />}
      {error && <p role="alert">{errorMessage(error)}</p>}
      <div className={isPlaceholderData ? css.stale : undefined} aria-busy={isPlaceholderData}>
        <Grid week={week} calls={calls} holders={holders} chosen={chosen} />
      </div>
    </Page>
  )
}

/** Returns a title such as 'Week 48, 23 to 29 November 2026'; `monday` is `2026-11-23`. */
const weekTitle = (monday: string) =>
  `Week ${isoWeek(new Date(monday))}, ${dayRange(monday, daysAfter(monday, 6), { month: 'long' })}`

/** Returns the ISO number of the week that starts on a Monday. Week 1 contains the year's first Thursday. */
function isoWeek(monday: Date): number {
  const thursday = new Date(monday.getTime() + 3 * dayMs)
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return Math.floor((thursday.getTime() - newYear) / dayMs / 7) + 1
}

interface HostFilterProps {
  lanes: readonly Lane[]
  chosen: string | undefined
}

const everybody = 'everybody'

/** Selects the host whose calls are shown. Also explains the hosts' marks. */
export function HostFilter({ lanes, chosen }: HostFilterProps) {
  const nameOf = useMemberNames()
  const navigate = useNavigate()
  return (
    <div className={css.filter}>
      <ToggleGroup
        label="Host"
        options={[
          { value: everybody, label: 'Everyone' },
          ...lanes.map(({ id, mark }) => {
            const name = id === null ? null : nameOf(id)
            return {
              value: id ?? unassignedFilter,
              label: name ?? 'Unassigned',
              mark: <HostMark name={name} mark={mark} />,
            }
          }),
        ]}
        value={chosen ?? everybody}
        onChange={(value) =>
          void navigate({
            to: '/week',
            search: (now) => ({ ...now, host: value === everybody ? undefined : value }),
          })
        }
      />
    </div>
  )
}
