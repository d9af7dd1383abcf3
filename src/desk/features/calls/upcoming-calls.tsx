import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { type ConfirmedCall, hostsForCallQuery, reassignCall } from './api.ts'
import { CallLink } from './conflicting-calls.tsx'

interface UpcomingCallsProps {
  host: string
  query: UseQueryResult<ConfirmedCall[]>
}

/** Lists the upcoming confirmed calls of a host who will stop taking calls. Each call can be reassigned. */
export function UpcomingCalls({ host, query: { data, error } }: UpcomingCallsProps) {
  if (!data) return error ? <ErrorNotice error={error} /> : <p className={layout.note}>Loading the calls…</p>
  if (data.length === 0) return <p className={layout.note}>No upcoming confirmed calls.</p>
  return (
    <>
      <p>
        {countWithNoun(data.length, 'upcoming confirmed call')}. Calls that you do not reassign stay with this host.
      </p>
      <ul className={pieces.bounded}>
        {data.map((call) => (
          <UpcomingCall key={call.id} call={call} host={host} />
        ))}
      </ul>
    </>
  )
}

function UpcomingCall({ call, host }: { call: ConfirmedCall; host: string }) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const { data: hosts } = useQuery(hostsForCallQuery(call.id, new Date(call.call_at), call.minutes))
  const others = hosts?.filter(({ id, is_free }) => is_free && id !== host)
  const to = others?.find(({ id }) => id === chosen) ?? others?.[0]
  const { mutate, isPending, error } = useMutation({
    mutationFn: (next: string) =>
      reassignCall({ booking: call.id, expected_host: host, expected_time: call.call_at, host: next }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
  return (
    <li className={`${layout.tight} ${layout.small} ${pieces.listed}`}>
      <CallLink call={call} at={call.call_at} />
      {others?.length === 0 && (
        <p className={layout.note}>No other host is available at that time. Open the call to choose another time.</p>
      )}
      {others && to && (
        <div className={layout.row}>
          <WhenOnline>
            <select
              className={controls.control}
              aria-label={`New host for the call with ${isolateBidi(call.name)}`}
              value={to.id}
              onChange={({ target }) => setChosen(target.value)}
            >
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <Button
              size="small"
              aria-label={`Reassign the call with ${isolateBidi(call.name)}`}
              disabled={isPending}
              onClick={() => mutate(to.id)}
            >
              Reassign
            </Button>
          </WhenOnline>
        </div>
      )}
      <ErrorNotice error={error} isSlim>
        {error && 'The call was not reassigned, because the call or the host has changed. The list is now up to date.'}
      </ErrorNotice>
    </li>
  )
}
