import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hostsForCallQuery } from '#desk/features/calls/api.ts'
import { Assignment } from '#desk/features/record/assignment.tsx'
import { parseRefusal } from '#desk/features/record/change-words.ts'
import { useMe } from '#desk/lib/door.ts'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { recordKeys, shortcutProps } from '#desk/lib/shortcuts.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type MoveWarning, moveWarnings, type CallReassignment as Passing } from '#shared/contract/desk.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { minutesOf } from './booking-moves.ts'
import { HostSelect, useHosts } from './host-choice.tsx'
import { MoveProblem } from './refusal-words.tsx'
import { bookingRef } from './store.ts'

interface ReassignCallProps {
  booking: BookingListRow
  /** A PostgreSQL range. */
  confirmed: string
  mayWork: boolean
}

/**
 * The host of a confirmed call. A change must be confirmed with a second press, because the visitor receives an email.
 * If there are no hosts, any owner or agent can be assigned.
 */
export function ReassignCall({ booking, confirmed, mayWork }: ReassignCallProps) {
  const me = useMe()
  const { actor: nameOf } = useTeamMembers()
  const place = bookingRef(booking)
  const [chosen, setChosen] = useState<string | null>(null)
  const pass = useReassign((to) => {
    showToast(`${place.who}: assigned to ${to === me.id ? 'you' : nameOf(to)}. The visitor will be notified.`)
  })
  const now = booking.assigned_to
  const { data: hosts, isPending } = useHosts(
    hostsForCallQuery(booking.id, new Date(booking.call_at), minutesOf(confirmed)),
    mayWork,
  )
  if (!mayWork || hosts?.length === 0 || (!hosts && !isPending))
    return <Assignment place={place} assignedTo={now} mayWork={mayWork} />
  if (!hosts) return <p>{now === null ? 'Unassigned' : nameOf(now)}</p>

  const host = chosen ?? now
  const isOther = host !== null && host !== now
  const refusal = parseRefusal(pass.error)
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
    // The new host stays selected until the record has been refetched. If the old host were selected again, the
    // database would refuse a second submission.
    pass.mutate(passing, { onSuccess: () => setChosen(null) })
  }
  return (
    <div className={layout.tight}>
      <HostSelect label="Reassign to" hosts={hosts} value={host} onChange={choose} hasKey />
      {refusal?.hint === 'changed' && refusal.details.status === 'confirmed' ? (
        <ErrorNotice error={pass.error} isSlim>
          Someone else changed the time or host of this call. Your change was not saved; the current state is shown.
        </ErrorNotice>
      ) : (
        <MoveProblem error={pass.error} host={hosts.find(({ id }) => id === host)?.name} isSlim />
      )}
      <div className={layout.row}>
        <WhenOnline>
          {isOther && (
            <Button size="small" look="signal" disabled={pass.isPending} onClick={() => send(host)}>
              {canInsist ? 'Reassign anyway' : host === me.id ? 'Assign to me' : `Reassign to ${nameOf(host)}`}
            </Button>
          )}
          {isOther && (
            <Button size="small" disabled={pass.isPending} onClick={() => choose(null)}>
              Cancel
            </Button>
          )}
          {!isOther && now !== me.id && (
            <Button size="small" {...shortcutProps(recordKeys.take, 'Assign to me')} onClick={() => send(me.id)}>
              Assign to me
            </Button>
          )}
        </WhenOnline>
      </div>
    </div>
  )
}

/**
 * Reassigns a confirmed call without changing its time. `say` is called even if the component has unmounted by
 * then. A refusal also means that the cached data is stale.
 */
function useReassign(say: (host: string) => void) {
  const queryClient = useQueryClient()
  const renew = () => queryClient.invalidateQueries({ queryKey: ['bookings'] })
  return useMutation({
    mutationFn: async (passing: Passing) => dataOrThrow(await supabase.rpc('reassign_call', passing)),
    onSuccess: (_, { host }) => {
      say(host)
      return renew()
    },
    onError: () => void renew(),
  })
}
