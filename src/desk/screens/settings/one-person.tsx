import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '#desk/lib/csv.ts'
import { useMe } from '#desk/lib/door.ts'
import { inWords } from '#desk/lib/failure.ts'
import { LabelledInput } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import { usePeople } from '#desk/lib/people.ts'
import { Problem } from '#desk/lib/problem.tsx'
import { longDay, timeOfDay } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { counted } from '#desk/lib/words.ts'
import type { CallsToCome, PersonErasure } from '#shared/contract/desk-people.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { callsWith, erasePerson, exportPerson } from './api.ts'
import css from './settings.module.css'

function goneInWords({ bookings, messages, interactions, account, mentions }: PersonErasure): string {
  const counts = [
    counted(bookings, 'booking'),
    counted(messages, 'message'),
    counted(interactions, 'event of their visits', 'events of their visits'),
  ]
  return [
    `Gone: ${counts.join(', ')}.`,
    account === 'kept' && 'Their account stays: they work here.',
    mentions.length > 0 &&
      `${counted(mentions.length, 'text')} of other people may name the address; look at them.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A person's rights: a copy of everything stored about them, and its erasure. */
export function OnePerson() {
  const queryClient = useQueryClient()
  const [address, setAddress] = useState('')
  const [isAsking, setAsking] = useState(false)
  const handOver = useMutation({
    mutationFn: async () => saveFile(await exportPerson(address), 'person.json'),
  })
  const calls = useQuery({ ...callsWith(address), enabled: isAsking })
  const erase = useMutation({
    mutationFn: () => erasePerson(address),
    onSuccess: () => {
      setAsking(false)
      setAddress('')
      return queryClient.invalidateQueries()
    },
  })
  const problem = erase.error ?? calls.error
  return (
    <Section
      title="One person"
      text="Somebody asks what you have about them, or that you forget them. Both are written in the log, without the address."
    >
      <form
        className={`${layout.column} ${css.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          handOver.mutate()
        }}
      >
        <div className={layout.whole}>
          <LabelledInput
            label="Their e-mail address"
            name="address"
            type="email"
            required
            autoComplete="off"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value)
              erase.reset()
            }}
          />
        </div>
        <Problem error={handOver.error} className={layout.whole} />
        <p className={layout.whole} role="status">
          {erase.data && goneInWords(erase.data)}
        </p>
        <div className={`${layout.bar} ${layout.whole}`}>
          <WhenOnline>
            <Button type="submit" disabled={handOver.isPending}>
              Download what there is
            </Button>
          </WhenOnline>
          <Button disabled={!address.includes('@')} onClick={() => setAsking(true)}>
            Erase
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title="Erase this person?"
        act="Erase for good"
        isBusy={erase.isPending || calls.isFetching}
        problem={problem ? inWords(problem) : null}
        onConfirm={() => erase.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          All bookings, messages and notes of <strong>{address}</strong> and their visits are deleted. Nobody
          can bring them back.
        </p>
        {calls.data && <CallsOff calls={calls.data} />}
      </ConfirmDialog>
    </Section>
  )
}

/** Which calls are cancelled when a person is erased, and who is told. */
function CallsOff({ calls }: { calls: CallsToCome }) {
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
