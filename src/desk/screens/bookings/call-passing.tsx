import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hostsForCall } from '#desk/features/calls/api.ts'
import { Assignment } from '#desk/features/record/assignment.tsx'
import { refusalOf } from '#desk/features/record/change-words.ts'
import { useMe } from '#desk/lib/door.ts'
import { dataOf } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { usePeople } from '#desk/lib/people.ts'
import { Problem } from '#desk/lib/problem.tsx'
import { pressedBy, recordKeys } from '#desk/lib/shortcuts.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type MoveWarning, moveWarnings, type CallPassing as Passing } from '#shared/contract/desk.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { minutesOf } from './booking-moves.ts'
import { HostChoice, useHosts } from './host-choice.tsx'
import { MoveProblem } from './refusal-words.tsx'
import { bookingPlace } from './store.ts'

interface CallPassingProps {
  booking: BookingRow
  /** As PostgreSQL writes a range. */
  confirmed: string
  mayWork: boolean
}

/**
 * Who holds a confirmed call, and passing it on. Nothing is passed by the choice alone, since the visitor gets a letter
 * of it. While nobody takes calls, whoever answers may be assigned.
 */
export function CallPassing({ booking, confirmed, mayWork }: CallPassingProps) {
  const me = useMe()
  const { actor: nameOf } = usePeople()
  const [chosen, setChosen] = useState<string | null>(null)
  const pass = usePass((to) => {
    const whose = to === me.id ? 'The call is yours' : `The call is reassigned to ${nameOf(to)}`
    tell(`${whose}. The visitor is told.`)
  })
  const now = booking.assigned_to
  const { data: hosts, isPending } = useHosts(
    hostsForCall(booking.id, new Date(booking.call_at), minutesOf(confirmed)),
    mayWork,
  )
  if (!mayWork || hosts?.length === 0 || (!hosts && !isPending))
    return <Assignment place={bookingPlace(booking.id)} assignedTo={now} mayWork={mayWork} />
  if (!hosts) return <p>{now === null ? 'Nobody' : nameOf(now)}</p>

  const host = chosen ?? now
  const isOther = host !== null && host !== now
  const refusal = refusalOf(pass.error)
  const canInsist = refusal !== null && moveWarnings.includes(refusal.hint as MoveWarning)
  const choose = (to: string | null) => {
    setChosen(to)
    pass.reset()
  }
  const send = (to: string) => {
    setChosen(to)
    const passing = {
      booking: booking.id,
      expected_host: now,
      expected_time: booking.call_at,
      host: to,
      anyway: canInsist && to === chosen,
    }
    // The choice stays until the record is read anew: with the old holder in it, the next press would be refused.
    pass.mutate(passing, { onSuccess: () => setChosen(null) })
  }
  return (
    <div className={layout.tight}>
      <HostChoice label="Pass it to" hosts={hosts} value={host} onChange={choose} hasKey />
      {refusal?.hint === 'changed' && refusal.details.status === 'confirmed' ? (
        <Problem error={pass.error} isSlim>
          This call was changed meanwhile: its time, or who holds it. Nothing of yours was changed; what you
          see is how it is now.
        </Problem>
      ) : (
        <MoveProblem error={pass.error} host={hosts.find(({ id }) => id === host)?.name} isSlim />
      )}
      <div className={layout.row}>
        <WhenOnline>
          {isOther && (
            <Button size="small" look="signal" disabled={pass.isPending} onClick={() => send(host)}>
              {canInsist ? 'Pass it anyway' : host === me.id ? 'Take it' : `Pass it to ${nameOf(host)}`}
            </Button>
          )}
          {isOther && (
            <Button size="small" disabled={pass.isPending} onClick={() => choose(null)}>
              Leave it
            </Button>
          )}
          {!isOther && now !== me.id && (
            <Button size="small" {...pressedBy(recordKeys.take, 'Take it')} onClick={() => send(me.id)}>
              Take it
            </Button>
          )}
        </WhenOnline>
      </div>
    </div>
  )
}

/**
 * Gives a confirmed call to another at the same time; `say` tells whose it is now, also when what asked for it is gone
 * from the screen by then. A refusal, too, means that our data is stale.
 */
function usePass(say: (host: string) => void) {
  const queryClient = useQueryClient()
  const renew = () => queryClient.invalidateQueries({ queryKey: ['bookings'] })
  return useMutation({
    mutationFn: async (passing: Passing) => dataOf(await supabase.rpc('reassign_call', passing)),
    onSuccess: (_, { host }) => {
      say(host)
      return renew()
    },
    onError: () => void renew(),
  })
}
