import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callsOf } from '#desk/features/calls/api.ts'
import { CallsToCome } from '#desk/features/calls/calls-to-come.tsx'
import controls from '#desk/lib/controls.module.css'
import { inWords } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { peopleQuery } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { dayAndTime, shortDay } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { roleWords } from '#desk/lib/words.ts'
import { type DeskPerson, staffRoles } from '#shared/contract/desk-people.ts'
import { isolate } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { unseen } from '#ui/unseen.ts'
import { changeRole, resetSecondFactor, setStopped } from './api.ts'
import css from './people.module.css'

const states = { invited: 'Invited', active: 'Active', stopped: 'Stopped' } as const
const tones = { invited: 'signal', active: 'plain', stopped: 'quiet' } as const

interface Change {
  act: () => Promise<void>
  says: string
}

/** One person with what an owner can change about them; nobody changes themselves. */
export function PersonRow({ person, isMe }: { person: DeskPerson; isMe: boolean }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'reset' | 'stop' | 'viewer' | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ act }: Change) => act(),
    onSuccess: (_, { says }) => {
      setAsking(null)
      tell(says)
    },
    onError: (fault) => {
      // An open dialog shows the error itself.
      if (asking === null) tell(inWords(fault), { isAlert: true })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  })
  const { id, email, role, state } = person
  const name = isolate(person.name)
  const calls = useQuery({ ...callsOf(id), enabled: asking === 'stop' || asking === 'viewer' })
  const isStopped = state === 'stopped'
  const ask = (what: typeof asking) => {
    reset()
    setAsking(what)
  }
  const become = (next: typeof role) =>
    mutate({ act: () => changeRole(id, next), says: `${name} is ${roleWords[next].toLowerCase()} now.` })
  const question = {
    isBusy: isPending,
    problem: error && inWords(error),
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
            ? `last here ${dayAndTime(new Date(person.last_here_at))}`
            : `since ${shortDay(new Date(person.created_at))}`}
          {person.has_second_factor ? '' : ', no second step yet'}
        </span>
      </p>
      {isMe ? (
        <p className={layout.small}>{roleWords[role]}</p>
      ) : (
        <>
          <WhenOnline>
            <label className={layout.small}>
              <span className={unseen}>Role of {name}</span>
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
                  Reset second step
                </Button>
              )}
              {isStopped ? (
                <Button
                  size="small"
                  disabled={isPending}
                  onClick={() =>
                    mutate({ act: () => setStopped(id, false), says: `${name} may come in again.` })
                  }
                >
                  Let in again
                </Button>
              ) : (
                <Button size="small" disabled={isPending} onClick={() => ask('stop')}>
                  Stop
                </Button>
              )}
            </WhenOnline>
          </div>
          <ConfirmDialog
            {...question}
            isOpen={asking === 'reset'}
            title={`Reset the second step of ${name}?`}
            act="Reset it"
            onConfirm={() =>
              mutate({
                act: () => resetSecondFactor(id),
                says: `${name} signs in by password and sets up a new second step.`,
              })
            }
          >
            <p>
              For somebody who lost both the phone and the recovery codes. They are taken off the account, and{' '}
              {name} is signed out everywhere and told by letter. From then on the password alone is enough to
              set up a new second step: be sure that it was {name} who asked.
            </p>
          </ConfirmDialog>
          <ConfirmDialog
            {...question}
            isOpen={asking === 'viewer'}
            title={`Make ${name} a viewer?`}
            act="Make viewer"
            onConfirm={() => become('viewer')}
          >
            <p>
              Viewers read and take no calls. The hours and calendars of {name} are kept: the calendars are
              not read, and are read again before {name} is offered again.
            </p>
            <CallsToCome host={id} query={calls} />
          </ConfirmDialog>
          <ConfirmDialog
            {...question}
            isOpen={asking === 'stop'}
            title={`Stop ${name}?`}
            act="Stop"
            onConfirm={() =>
              mutate({ act: () => setStopped(id, true), says: `${name} is stopped and signed out.` })
            }
          >
            <p>
              {name} is signed out everywhere at once and cannot sign in until you let them in again. What
              they did stays, and what they were assigned stays with them: reassign their open bookings and
              messages. Their hours and calendars are kept: the calendars are not read, and are read again
              before {name} is offered again.
            </p>
            <CallsToCome host={id} query={calls} />
          </ConfirmDialog>
        </>
      )}
    </li>
  )
}
