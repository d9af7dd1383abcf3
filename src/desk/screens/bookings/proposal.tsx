import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordRef } from '#desk/features/record/api.ts'
import { parseRefusal } from '#desk/features/record/change-words.ts'
import { useMove, useUndo } from '#desk/features/record/moves.tsx'
import recordCss from '#desk/features/record/record.module.css'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { AnswerDue } from '#desk/lib/row-status.tsx'
import { useHasPassed } from '#desk/lib/server-clock.ts'
import { recordKeys, shortcutProps } from '#desk/lib/shortcuts.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { dayAndTime, timeOfDay } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type MoveWarning, moveWarnings } from '#shared/contract/desk.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { minutesOf, moveArguments } from './booking-moves.ts'
import css from './bookings.module.css'
import { BothClocks } from './call-time.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { MoveProblem } from './refusal-words.tsx'
import { bookingRef } from './store.ts'

interface ProposalPanelProps {
  booking: BookingListRow
  proposed: string
  mayWork: boolean
  /** Opens the dialog for choosing another time. */
  onOther: () => void
}

/**
 * The visitor's request to move a confirmed call. The confirmed time stays valid until a member confirms another time.
 */
export function ProposalPanel({ booking, proposed, mayWork, onOther }: ProposalPanelProps) {
  const place = bookingRef(booking)
  const move = useMove(place)
  const undo = useUndo(place)
  const [isDeclining, setDeclining] = useState(false)
  const decline = useDecline(place, proposed, () => setDeclining(false))
  const { error, isPending } = move
  const at = new Date(proposed)
  const hasPassed = useHasPassed(at.getTime())
  const refusal = parseRefusal(move.error)
  const canInsist = refusal !== null && moveWarnings.includes(refusal.hint as MoveWarning)
  const confirm = () =>
    move.mutate(
      {
        ...moveArguments(booking, 'confirmed', 'confirmed'),
        call_start: at.toISOString(),
        ...(booking.confirmed && { call_minutes: minutesOf(booking.confirmed) }),
        anyway: canInsist,
      },
      {
        onSuccess: () =>
          showToast(
            `${place.who}: moved to ${dayAndTime(at)}. The visitor will be notified.${booking.assigned_to === null ? ' Assigned to you.' : ''}`,
            { undo: () => undo('confirmed') },
          ),
      },
    )
  return (
    <section className={pieces.actions} aria-label="Requested another time">
      <div className={`${layout.stack} ${css.said}`}>
        <h3 className={css.title}>Requested another time</h3>
        <AnswerDue item={booking} size="large" />
        <BothClocks at={at} zone={booking.time_zone} />
        {hasPassed && <p>That time has passed.</p>}
      </div>
      {mayWork && (
        <div className={`${layout.tight} ${recordCss.foot}`}>
          <MoveProblem error={error} isSlim />
          <div className={`${layout.row} ${recordCss.moves}`}>
            <WhenOnline>
              {!hasPassed && (
                <Button
                  size="small"
                  look="signal"
                  {...shortcutProps(recordKeys.agree, 'Confirm the requested time')}
                  disabled={isPending}
                  onClick={confirm}
                >
                  {canInsist ? 'Confirm anyway' : `Confirm ${timeOfDay(at)}`}
                </Button>
              )}
              <Button size="small" look={hasPassed ? 'signal' : 'plain'} onClick={onOther}>
                Choose another time
              </Button>
              <Button
                size="small"
                {...shortcutProps(recordKeys.decline, 'Decline')}
                disabled={isPending}
                onClick={() => setDeclining(true)}
              >
                Decline
              </Button>
            </WhenOnline>
          </div>
        </div>
      )}
      <ReasonDialog
        isOpen={isDeclining}
        title="Decline the new time"
        description="The confirmed time does not change. The visitor will be notified."
        submit="Decline"
        error={decline.error}
        isPending={decline.isPending}
        onClose={() => setDeclining(false)}
        onSubmit={decline.mutate}
      />
    </section>
  )
}

/**
 * Declines the time that the visitor requested, and leaves the confirmed time unchanged. The visitor receives an email.
 */
function useDecline({ id, who }: RecordRef, proposed: string, onSuccess: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (reason: string | null) =>
      dataOrThrow(await supabase.rpc('decline_proposal', { booking: id, proposed, reason })),
    onSuccess: () => {
      onSuccess()
      showToast(`${who}: new time declined. The visitor will be notified.`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
}
