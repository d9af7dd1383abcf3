import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import { longDay, timeOfDay } from '#desk/lib/times.ts'
import type { CallsToCome } from '#shared/contract/desk-people.ts'

/** Which calls are cancelled when a person is erased, and who is told. */
export function CallsOff({ calls }: { calls: CallsToCome }) {
  const me = useMe()
  const { actor: nameOf } = usePeople()
  if (calls.length === 0) return null
  return (
    <>
      {calls.map(({ starts, assigned_to }) => {
        const at = new Date(starts)
        const host =
          assigned_to === null
            ? 'in the team’s calendars'
            : `held by ${assigned_to === me.id ? 'you' : nameOf(assigned_to)}`
        return (
          <p key={starts}>
            There is a call with this person on{' '}
            <strong>
              {longDay(at)}, {timeOfDay(at)}
            </strong>
            , {host}. It will be called off.
          </p>
        )
      })}
      <p>
        Who holds it gets the cancellation for their calendar. The person gets no letter: tell them first.
      </p>
    </>
  )
}
