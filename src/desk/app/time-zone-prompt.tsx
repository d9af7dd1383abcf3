import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { refreshAuthState, useMe } from '#desk/lib/door.ts'
import { dataOrThrow, errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { useNow } from '#desk/lib/server-clock.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { myZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { localZone } from '#shared/lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './shell.module.css'

/** Asks owners for the team's time zone until one owner has chosen it. Suggests the browser's time zone. */
export function TimeZonePrompt() {
  const { zone_to_choose: present } = useMe()
  const now = new Date(useNow())
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    // If two owners choose at the same time, the earlier choice counts.
    mutationFn: async (time_zone: string) =>
      dataOrThrow(
        await supabase.from('desk_settings').update({ time_zone }).eq('zone_chosen', false).select('time_zone'),
      ),
    onSuccess: () => Promise.all([refreshAuthState(), queryClient.invalidateQueries()]),
  })
  if (present === null) return null
  return (
    <section className={`${pieces.said} ${css.question}`} aria-labelledby="zone-question">
      <h2 id="zone-question" className={css.title}>
        Which time zone does the team work in?
      </h2>
      <p className={`${layout.soft} ${css.text}`}>Working hours, weeks and days off use this time zone.</p>
      <div className={`${layout.bar} ${css.answers}`}>
        {[...new Set([myZone, present])].map((zone) => (
          <WhenOnline key={zone}>
            <Button
              size="small"
              look={zone === localZone() ? 'signal' : 'plain'}
              disabled={isPending}
              onClick={() => mutate(zone)}
            >
              {zoneCity(zone)}, now {timeOfDay(now, zone)}
            </Button>
          </WhenOnline>
        ))}
        <Link to="/settings">Choose another time zone</Link>
      </div>
      {error && <p role="alert">{errorMessage(error)}</p>}
    </section>
  )
}
