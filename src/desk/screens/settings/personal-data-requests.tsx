import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '#desk/lib/csv.ts'
import { useMe } from '#desk/lib/door.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import { LabeledInput } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { longDay, timeOfDay } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import type { FutureCalls, VisitorErasure } from '#shared/contract/team.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { callsWith, erasePerson, exportPerson } from './api.ts'
import css from './settings.module.css'

function describeErasure({ bookings, messages, interactions, account, mentions }: VisitorErasure): string {
  const counts = [
    countWithNoun(bookings, 'booking'),
    countWithNoun(messages, 'message'),
    countWithNoun(interactions, 'visit event'),
  ]
  return [
    `Erased: ${counts.join(', ')}.`,
    account === 'kept' && 'The account is kept, because this person is a member of the team.',
    mentions.length > 0 &&
      `The address may still be mentioned elsewhere: review ${countWithNoun(mentions.length, 'record')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Downloads or erases all data that is stored about a visitor. */
export function PersonalDataRequests() {
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
      text="Download or erase a visitor’s data at their request. The audit log records each download and erasure, without the address."
    >
      <form
        className={`${layout.column} ${css.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          handOver.mutate()
        }}
      >
        <div className={layout.whole}>
          <LabeledInput
            label="Visitor’s email address"
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
        <ErrorNotice error={handOver.error} className={layout.whole} />
        <p className={layout.whole} role="status">
          {erase.data && describeErasure(erase.data)}
        </p>
        <div className={`${layout.bar} ${layout.whole}`}>
          <WhenOnline>
            <Button type="submit" disabled={handOver.isPending}>
              Download data
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
        problem={problem ? errorMessage(problem) : null}
        onConfirm={() => erase.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          All bookings, messages, notes and visits of <strong>{address}</strong> will be deleted. This cannot be undone.
        </p>
        {calls.data && <CancelledCalls calls={calls.data} />}
      </ConfirmDialog>
    </Section>
  )
}

function CancelledCalls({ calls }: { calls: FutureCalls }) {
  const me = useMe()
  const { actor: nameOf } = useTeamMembers()
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
      <p>The host will get a cancellation for their calendar. The visitor will get no email, so let them know first.</p>
    </>
  )
}
