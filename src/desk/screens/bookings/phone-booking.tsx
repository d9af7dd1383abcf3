import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { derivedClaims } from '#content/claims.ts'
import { hostsForCallQuery } from '#desk/features/calls/api.ts'
import { parseRefusal } from '#desk/features/record/change-words.ts'
import { weekOfCallsQuery } from '#desk/lib/capacity.tsx'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { DraftNote, useFormDraft } from '#desk/lib/draft.tsx'
import { LabeledInput, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { dayAndTime, myZone, timeOfDay } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { moveWarnings } from '#shared/contract/desk.ts'
import { email } from '#shared/contract/fields.ts'
import { bookingLimits, maxNoteLength } from '#shared/contract/form-rules.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { formatWallClock } from '#shared/lib/local-time.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { suggestSlots } from '#shared/lib/suggest-slots.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { addBooking, availableTimesQuery } from './api.ts'
import css from './bookings.module.css'
import { HostField, useHosts } from './host-choice.tsx'
import { MoveProblem } from './refusal-words.tsx'
import { AvailableTimeButtons, TimeFields, useTimeFields } from './time-choice.tsx'

/** Adds a booking for a visitor on the phone. What was entered is kept when the dialog closes. */
export function PhoneBookingDialog({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onOpen(false)}
      size="wide"
      first={first}
      title="New phone booking"
      description="A name, a company, and a phone number or email address are enough."
    >
      <PhoneBookingForm first={first} onOpen={onOpen} />
    </Dialog>
  )
}

interface PhoneFormProps {
  first: RefObject<HTMLInputElement | null>
  onOpen: (isOpen: boolean) => void
}

function PhoneBookingForm({ first, onOpen }: PhoneFormProps) {
  const me = useMe()
  const { actor: nameOf } = useTeamMembers()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [newId] = useState(() => randomId())
  const draft = useFormDraft('phone-booking', 'Phone booking', () => ({ id: newId }), onOpen)
  const typed = draft.value?.fields
  // The draft keeps the id, so that a booking is stored once if it is sent again after a lost session.
  const booking = draft.value?.seen.id ?? newId
  const { data: free = [], isPending } = useQuery(availableTimesQuery(null))
  const { data: week } = useQuery(weekOfCallsQuery(undefined))
  const chosenZone = typed?.zone?.[0]
  const zone = chosenZone ?? week?.time_zone ?? myZone
  const zoneField = useId()
  const offers = suggestSlots(free, zone, {})
  // Computed once, so that the time does not change right before the user confirms it.
  const proposed = offers[0] ? formatWallClock(new Date(offers[0])) : ''
  const [start, setStart] = useTimeFields(isPending ? undefined : proposed, typed?.start?.[0])
  const at = new Date(start)
  const isTime = !Number.isNaN(at.getTime())
  const { data: hosts = [], isLoading } = useHosts(hostsForCallQuery(booking, at), isTime)
  const holder = typed?.host?.[0] ?? hosts.find((host) => host.is_proposed)?.id ?? me.id
  const [fault, setFault] = useState<{ email?: string; reach?: string }>({})

  const add = useMutation({
    mutationFn: addBooking,
    onSuccess: (status, added) => {
      const who = isolateBidi(added.typed.company ?? '')
      showToast(
        status === 'confirmed'
          ? `${who}: confirmed for ${dayAndTime(at)}. Assigned to ${holder === me.id ? 'you' : nameOf(holder)}.`
          : `${who}: saved as a request. Answer it within ${derivedClaims().answerWithin}.`,
      )
      draft.set(null)
      onOpen(false)
      void navigate({ to: '.', search: (now) => ({ ...now, item: added.booking }), resetScroll: false })
      return queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
  })
  const refusal = parseRefusal(add.error)
  const canInsist = moveWarnings.some((warning) => warning === refusal?.hint)
  const send = (form: HTMLFormElement | null, isWish: boolean) => {
    if (!form?.reportValidity() || !isTime || add.isPending) return
    const fields = new FormData(form)
    const [name, company, address, phone, note] = ['name', 'company', 'email', 'phone', 'note'].map((field) =>
      textOf(fields, field),
    )
    const isBad = address !== '' && !v.is(email(bookingLimits.email), address)
    setFault({
      ...(isBad && { email: 'Enter a valid email address.' }),
      ...(!address && !phone && { reach: 'Enter a phone number or an email address.' }),
    })
    if (isBad || (!address && !phone)) return
    add.mutate({
      booking,
      typed: { name, company, email: address, phone, note, time_zone: chosenZone ?? week?.time_zone },
      call_start: at.toISOString(),
      host: hosts.length > 0 ? holder : null,
      is_wish: isWish,
      anyway: canInsist,
    })
  }
  const change = (next: { start?: string; host?: string }) => {
    if (next.start !== undefined) {
      setStart(next.start)
      draft.keep('start', next.start)
    }
    if (next.host !== undefined) draft.keep('host', next.host)
    add.reset()
  }
  const limits = bookingLimits
  return (
    <form
      className={layout.column}
      noValidate={false}
      {...draft.form}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget, false)
      }}
    >
      <div className={`${layout.stack} ${css.who}`}>
        <LabeledInput ref={first} label="Name" name="name" required longest={limits.name} autoComplete="off" />
        <LabeledInput label="Company" name="company" required longest={limits.company} autoComplete="off" />
        <LabeledInput
          label="Phone"
          name="phone"
          type="tel"
          longest={limits.phone}
          autoComplete="off"
          error={fault.reach}
        />
        <LabeledInput
          label="Email"
          name="email"
          inputMode="email"
          longest={limits.email}
          autoComplete="off"
          error={fault.email}
          hint="The confirmation and the invitation go to this address."
        />
      </div>
      <div className={controls.field}>
        <label htmlFor={zoneField}>Visitor’s time zone</label>
        <select
          id={zoneField}
          className={`${controls.control} ${controls.large}`}
          value={zone}
          onChange={({ target }) => draft.keep('zone', target.value)}
        >
          {listZoneNames(zone).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {isTime && (
          <span className={layout.tiny}>{`The call is at ${timeOfDay(at, zone)} in the visitor’s time zone.`}</span>
        )}
      </div>
      <TimeFields start={start} onChange={change} />
      <AvailableTimeButtons
        times={offers}
        zone={zone}
        chosen={[at]}
        onChoose={(time) => change({ start: formatWallClock(time) })}
      />
      <HostField
        assignedTo={null}
        hosts={hosts}
        isAsking={isLoading}
        holder={holder}
        onChange={(host) => change({ host })}
      />
      <LabeledInput label="Note for the team" name="note" longest={maxNoteLength} autoComplete="off" />
      <MoveProblem error={add.error} host={hosts.find(({ id }) => id === holder)?.name} className={css.problem} />
      <div className={`${dialogFooterClass} ${pieces.ways} ${css.ways}`}>
        <DraftNote {...draft} />
        <Button onClick={() => onOpen(false)}>{draft.value ? 'Close' : 'Cancel'}</Button>
        <WhenOnline says>
          <Button disabled={add.isPending || !isTime} onClick={(event) => send(event.currentTarget.form, true)}>
            Save as request
          </Button>
          <Button type="submit" look="signal" disabled={add.isPending || !isTime}>
            {canInsist ? 'Confirm anyway' : isTime ? `Confirm ${timeOfDay(at)}` : 'Confirm'}
          </Button>
        </WhenOnline>
      </div>
    </form>
  )
}
