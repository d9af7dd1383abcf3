import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { upcomingCallsQuery } from '#desk/features/calls/api.ts'
import { UpcomingCalls } from '#desk/features/calls/upcoming-calls.tsx'
import controls from '#desk/lib/controls.module.css'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { teamMembersQuery } from '#desk/lib/team-members.ts'
import { dayAndTime, shortDay } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { roleWords } from '#desk/lib/words.ts'
import { staffRoles, type TeamMember } from '#shared/contract/team.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { changeRole, resetSecondFactor, setSuspended } from './api.ts'
import css from './people.module.css'

const states = { invited: 'Invited', active: 'Active', stopped: 'Suspended' } as const
const tones = { invited: 'signal', active: 'plain', stopped: 'quiet' } as const

interface MemberChange {
  act: () => Promise<void>
  says: string
}

/** A member, and everything that an owner can change about them. Owners cannot change their own entries. */
export function MemberRow({ person, isMe }: { person: TeamMember; isMe: boolean }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'reset' | 'stop' | 'viewer' | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ act }: MemberChange) => act(),
    onSuccess: (_, { says }) => {
      setAsking(null)
      showToast(says)
    },
    onError: (fault) => {
      // If a dialog is open, the dialog shows the error.
      if (asking === null) showToast(errorMessage(fault), { isAlert: true })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamMembersQuery.queryKey }),
  })
  const { id, email, role, state } = person
  const name = isolateBidi(person.name)
  const calls = useQuery({ ...upcomingCallsQuery(id), enabled: asking === 'stop' || asking === 'viewer' })
  const isStopped = state === 'stopped'
  const ask = (what: typeof asking) => {
    reset()
    setAsking(what)
  }
  const become = (next: typeof role) =>
    mutate({
      act: () => changeRole(id, next),
      says: `${name}’s role is now ${roleWords[next].toLowerCase()}.`,
    })
  const question = {
    isBusy: isPending,
    problem: error && errorMessage(error),
    onClose: () => setAsking(null),
  }
  return (
    <li className={`${pieces.listed} ${css.person}`}>
      <div>
        <p className={pieces.name}>
          {name} {isMe && <span className={css.me}>you</span>}
        </p>
        <p className={`${layout.note} ${layout.anywhere}`}>{email}</p>
      </div>
      <p className={layout.named}>
        <Chip tone={tones[state]}>{states[state]}</Chip>
        <span className={`${layout.note} ${layout.anywhere}`}>
          {person.last_here_at
            ? `last active ${dayAndTime(new Date(person.last_here_at))}`
            : `since ${shortDay(new Date(person.created_at))}`}
          {person.has_second_factor ? '' : ', no two-step verification yet'}
        </span>
      </p>
      {isMe ? (
        <p className={layout.small}>{roleWords[role]}</p>
      ) : (
        <>
          <WhenOnline>
            <label className={layout.small}>
              <span className={visuallyHidden}>Role of {name}</span>
              <select
                className={`${controls.control} ${pieces.full}`}
                value={role}
                disabled={isPending}
                onChange={(event) => {
                  const next = event.target.value as typeof role
                  if (next === 'viewer') ask('viewer')
                  else become(next)
                }}
              >
                {staffRoles.map((value) => (
                  <option key={value} value={value}>
                    {roleWords[value]}
                  </option>
                ))}
              </select>
            </label>
          </WhenOnline>
          <div className={`${layout.row} ${css.acts}`}>
            <WhenOnline>
              {person.has_second_factor && (
                <Button size="small" disabled={isPending} onClick={() => ask('reset')}>
                  Reset two-step verification
                </Button>
              )}
              {isStopped ? (
                <Button
                  size="small"
                  disabled={isPending}
                  onClick={() => mutate({ act: () => setSuspended(id, false), says: `${name} has access again.` })}
                >
                  Restore access
                </Button>
              ) : (
                <Button size="small" disabled={isPending} onClick={() => ask('stop')}>
                  Suspend
                </Button>
              )}
            </WhenOnline>
          </div>
          <ConfirmDialog
            {...question}
            isOpen={asking === 'reset'}
            title={`Reset two-step verification for ${name}?`}
            act="Reset"
            onConfirm={() =>
              mutate({
                act: () => resetSecondFactor(id),
                says: `${name} must now sign in with their password and set up two-step verification again.`,
              })
            }
          >
            <p>
              Reset two-step verification only for a member who has lost both their phone and their recovery codes. All
              verification methods will be removed, and {name} will be signed out everywhere and notified by email. The
              password alone will then be enough to set up new ones, so make sure that the request came from {name}.
            </p>
          </ConfirmDialog>
          <ConfirmDialog
            {...question}
            isOpen={asking === 'viewer'}
            title={`Make ${name} a viewer?`}
            act="Change to viewer"
            onConfirm={() => become('viewer')}
          >
            <p>
              Viewers can read everything, but they cannot change anything or take calls. {name}’s hours and calendars
              are kept. If {name} takes calls again, visitors can book only after the calendars have been read.
            </p>
            <UpcomingCalls host={id} query={calls} />
          </ConfirmDialog>
          <ConfirmDialog
            {...question}
            isOpen={asking === 'stop'}
            title={`Suspend ${name}?`}
            act="Suspend"
            onConfirm={() =>
              mutate({ act: () => setSuspended(id, true), says: `${name} is suspended and signed out.` })
            }
          >
            <p>
              {name} is signed out everywhere at once and cannot sign in until you restore access. Their history stays.
              Their open bookings and messages stay assigned to them, so reassign those. Their hours and calendars are
              kept. If {name} takes calls again, visitors can book only after the calendars have been read.
            </p>
            <UpcomingCalls host={id} query={calls} />
          </ConfirmDialog>
        </>
      )}
    </li>
  )
}
