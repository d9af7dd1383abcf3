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
    counted(interactions, 'visit event'),
  ]
  return [
    `Erased: ${counts.join(', ')}.`,
    account === 'kept' && 'Their account stays, because they are a member of the team.',
    mentions.length > 0 &&
      `The address may still be mentioned elsewhere: review ${counted(mentions.length, 'text')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Downloads or erases all data that is stored about a visitor. */
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
      title="Personal data requests"
      text="Download or erase the data of a visitor who asks for it. The audit log records both, without the address."
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
            label="Their email address"
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
              Download their data
            </Button>
          </WhenOnline>
          <Button disabled={!address.includes('@')} onClick={() => setAsking(true)}>
            Erase
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title="Erase this visitor’s data?"
        act="Erase permanently"
        isBusy={erase.isPending || calls.isFetching}
        problem={problem ? inWords(problem) : null}
        onConfirm={() => erase.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          All bookings, messages, notes and visits of <strong>{address}</strong> are deleted. This cannot be
          undone.
        </p>
        {calls.data && <CallsOff calls={calls.data} />}
      </ConfirmDialog>
    </Section>
  )
}

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
            : `assigned to ${assigned_to === me.id ? 'you' : nameOf(assigned_to)}`
        return (
          <p key={starts}>
            There is a call with this visitor on{' '}
            <strong>
              {longDay(at)}, {timeOfDay(at)}
            </strong>
            , {host}. It will be cancelled.
          </p>
        )
      })}
      <p>The host gets a cancellation for their calendar. The visitor gets no email: tell them first.</p>
    </>
  )
}
