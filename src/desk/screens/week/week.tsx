import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Capacity } from '#desk/lib/capacity.tsx'
import { inWords } from '#desk/lib/failure.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { useChanges } from '#desk/lib/supabase.ts'
import { myZone, zoneCity } from '#desk/lib/times.ts'
import { Blank } from '#ui/blank.tsx'
import { Bones } from '#ui/bones.tsx'
import { Button, buttonLook } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { weekQuery } from './api.ts'
import css from './grid.module.css'
import { Grid } from './grid.tsx'
import { HostFilter } from './host-filter.tsx'
import { lanesOf, nobody } from './lanes.ts'
import { weekTitle } from './week-title.ts'

const route = getRouteApi('/week')
const dayMs = 86_400_000

const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The week as a calendar, by the provider's clock: what is confirmed, what was held, what is wished for. */
export function Screen() {
  const { day, host } = route.useSearch()
  const navigate = useNavigate()
  const query = useQuery({ ...weekQuery(day), placeholderData: (before) => before })
  useChanges('strategy_call_bookings', ['week'])
  const { data, error, isPlaceholderData, refetch } = query
  const move = (days: number) =>
    data &&
    void navigate({ to: '/week', search: (now) => ({ ...now, day: daysAfter(data.week.monday, days) }) })

  const actions = (
    <>
      <Button size="small" aria-label="Week before" onClick={() => move(-7)}>
        <Icon name="back" />
      </Button>
      <Link to="/week" search={host === undefined ? {} : { host }} className={buttonLook('plain', 'small')}>
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
          <Blank isAlert title="The week could not be fetched" text={inWords(error)}>
            <Button look="signal" onClick={() => void refetch()}>
              Try again
            </Button>
          </Blank>
        ) : (
          <Bones />
        )}
      </Page>
    )
  }
  const { week, calls } = data
  const holders = lanesOf(week, calls)
  // A week in which the chosen person has neither hours nor calls shows everybody.
  const chosen = holders.some(({ id }) => (id ?? nobody) === host) ? host : undefined
  return (
    <Page title={weekTitle(week.monday)} actions={actions}>
      <div className={`${layout.bar} ${pieces.apart} ${css.facts}`}>
        <Capacity taken={week.taken} capacity={week.capacity} />
        <p className={layout.note}>
          Hours are those of {zoneCity(week.time_zone)}
          {week.time_zone !== myZone && `; your own, ${zoneCity(myZone)}, stand on each call`}.
        </p>
      </div>
      {holders.length > 1 && <HostFilter lanes={holders} chosen={chosen} />}
      {error && <p role="alert">{inWords(error)}</p>}
      <div className={isPlaceholderData ? css.stale : undefined} aria-busy={isPlaceholderData}>
        <Grid week={week} calls={calls} holders={holders} chosen={chosen} />
      </div>
    </Page>
  )
}
