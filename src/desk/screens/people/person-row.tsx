import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inWords } from '#desk/lib/failure.ts'
import { peopleQuery } from '#desk/lib/people.ts'
import { dayAndTime, shortDay } from '#desk/lib/times.ts'
import { roleWords } from '#desk/lib/words.ts'
import { type DeskPerson, staffRoles } from '#shared/contract/desk-people.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { tell } from '#ui/toast.tsx'
import { changeRole, resetSecondFactor, setStopped } from './api.ts'
import css from './person-row.module.css'

const states = { invited: 'Invited', active: 'Active', stopped: 'Stopped' } as const
const tones = { invited: 'signal', active: 'plain', stopped: 'quiet' } as const

interface Change {
  act: () => Promise<void>
  says: string
}

/** One person with what an owner can change about them; nobody changes themselves. */
export function PersonRow({ person, isMe }: { person: DeskPerson; isMe: boolean }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act }: Change) => act(),
    onSuccess: (_, { says }) => tell(says),
    onError: (error) => tell(inWords(error), { isAlert: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  })
  const { id, name, email, role, state } = person
  const isStopped = state === 'stopped'
  return (
    <li className={css.person}>
      <div className={css.who}>
        <p className={css.name}>
          {name} {isMe && <span className={css.me}>you</span>}
        </p>
        <p className={css.soft}>{email}</p>
      </div>
      <p className={css.state}>
        <Chip tone={tones[state]}>{states[state]}</Chip>
        <span className={css.soft}>
          {person.last_sign_in_at
            ? `last here ${dayAndTime(new Date(person.last_sign_in_at))}`
            : `since ${shortDay(new Date(person.created_at))}`}
          {person.has_second_factor ? '' : ', no second step yet'}
        </span>
      </p>
      {isMe ? (
        <p className={css.role}>{roleWords[role]}</p>
      ) : (
        <>
          <label className={css.role}>
            <span className={css.label}>Role of {name}</span>
            <select
              value={role}
              disabled={isPending}
              onChange={(event) => {
                const next = event.target.value as typeof role
                mutate({
                  act: () => changeRole(id, next),
                  says: `${name} is ${roleWords[next].toLowerCase()} now.`,
                })
              }}
            >
              {staffRoles.map((value) => (
                <option key={value} value={value}>
                  {roleWords[value]}
                </option>
              ))}
            </select>
          </label>
          <div className={css.acts}>
            {person.has_second_factor && (
              <Button
                size="small"
                disabled={isPending}
                onClick={() =>
                  mutate({
                    act: () => resetSecondFactor(id),
                    says: `${name} signs in by password and sets up a new second step.`,
                  })
                }
              >
                Reset second step
              </Button>
            )}
            <Button
              size="small"
              disabled={isPending}
              onClick={() =>
                mutate({
                  act: () => setStopped(id, !isStopped),
                  says: isStopped ? `${name} may come in again.` : `${name} is stopped and signed out.`,
                })
              }
            >
              {isStopped ? 'Let in again' : 'Stop'}
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
