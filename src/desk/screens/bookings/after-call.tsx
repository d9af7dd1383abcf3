import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { parseRefusal } from '#desk/features/record/change-words.ts'
import { useFinishStep, useOutcome } from '#desk/features/record/moves.tsx'
import { weekOfCallsQuery } from '#desk/lib/capacity.tsx'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { DraftNote, useFormDraft } from '#desk/lib/draft.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import { handleSubmit, LabeledInput, textOf } from '#desk/lib/form.tsx'
import { AnswerDue } from '#desk/lib/row-status.tsx'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'
import { recordKeys, shortcutProps } from '#desk/lib/shortcuts.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { dayAndTime, isoDay, shortDay } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { callOutcomeWords, money } from '#desk/lib/words.ts'
import { callOutcomes, outcomeLimits } from '#shared/contract/desk.ts'
import type { BookingListRow, EarlierCall, CallResult as SavedOutcome } from '#shared/contract/desk-rows.ts'
import { formatPortableNumber, parseTypedNumber } from '#shared/lib/typed-number.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import css from './bookings.module.css'
import { MoveProblem } from './refusal-words.tsx'
import { bookingRef } from './store.ts'

/** The stored values that the form compares. */
const seenOf = ({ updated_at, call_at, outcome, outcome_value, ...row }: BookingListRow) => {
  const { next_step, next_step_on, next_step_by } = row
  return { updated_at, call_at, outcome, outcome_value, next_step, next_step_on, next_step_by }
}

const emptyNextStep = { next_step: null, next_step_on: null, next_step_by: null }

const valueBounds = { least: 0, most: outcomeLimits.value, optional: true } as const

/** Returns the error message for an entered value, or an empty string if the value is valid. */
function valueError(text: string): string {
  const typed = parseTypedNumber(text, valueBounds)
  if (typed.kind === 'number' || typed.kind === 'empty') return ''
  if (typed.kind === 'ambiguous') return `Do you mean ${typed.values.map(formatPortableNumber).join(' or ')}?`
  return `Enter an amount from 0 to ${formatPortableNumber(outcomeLimits.value)}.`
}

/** The outcome of a completed call, its value, and the next step. An outcome is saved as soon as it is chosen. */
export function OutcomeForm({ booking }: { booking: BookingListRow }) {
  const { data: week } = useQuery(weekOfCallsQuery(undefined))
  const me = useMe()
  const people = useTeamMembers()
  const owner = useId()
  const place = bookingRef(booking)
  const save = useOutcome(place)
  const draft = useFormDraft(`outcome ${booking.id}`, `Next step for ${place.who}`, () => seenOf(booking))
  // The booking as it was when the user began to type. Until then, the fields show the stored values.
  const shown = { ...booking, ...draft.value?.seen }
  const typed = draft.value?.fields
  // A date or an assignee alone cannot be stored.
  const needsStep = !shown.next_step && (typed?.on ?? typed?.by) !== undefined
  const by = shown.next_step_by ?? me.id
  const put = (becomes: Partial<SavedOutcome>, says: string) => {
    const isTyped = 'outcome_value' in becomes
    // After a refusal, the user sees the stored values, so the database compares the next attempt with these values.
    const saw = isTyped && !parseRefusal(save.error) ? shown : booking
    const seen = Object.fromEntries(Object.keys(becomes).map((name) => [name, saw[name as keyof SavedOutcome]]))
    const { call_at } = saw
    const takeBack = () =>
      void save
        .mutateAsync({ seen: becomes, becomes: seen, call_at })
        .catch((error) => showToast(`${place.who}: could not undo. ${errorMessage(error)}`, { isAlert: true }))
    const onSuccess = () => {
      if (isTyped) draft.clear(draft.value)
      showToast(`${place.who}: ${says}`, { undo: takeBack })
    }
    // The record may be closed before the response arrives. The form shows an error.
    save.mutateAsync({ seen, becomes, call_at }).then(onSuccess, () => {})
  }
  const send = (form: FormData) => {
    const [value, step, on] = [textOf(form, 'value'), textOf(form, 'step'), textOf(form, 'on')]
    const next = step ? { next_step: step, next_step_on: on, next_step_by: textOf(form, 'by') } : emptyNextStep
    const typed = parseTypedNumber(value, valueBounds)
    put({ outcome_value: typed.kind === 'number' ? typed.value : null, ...next }, 'changes saved.')
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands. */}
      <div className={`${layout.row} ${css.outcomes}`} role="group" aria-label="Outcome">
        <WhenOnline>
          {callOutcomes.map((outcome) => {
            const isOn = booking.outcome === outcome
            const word = callOutcomeWords[outcome]
            return (
              <Button
                key={outcome}
                size="small"
                {...shortcutProps(recordKeys[outcome], word)}
                aria-pressed={isOn}
                disabled={save.isPending}
                onClick={() => put({ outcome: isOn ? null : outcome }, isOn ? 'outcome removed.' : `outcome ${word}.`)}
              >
                {word}
              </Button>
            )
          })}
        </WhenOnline>
      </div>
      <form
        key={shown.updated_at}
        className={`${layout.stack} ${css.clocks}`}
        {...draft.form}
        onSubmit={handleSubmit(send)}
      >
        <div className={layout.whole}>
          <LabeledInput
            label="Next step"
            name="step"
            required={needsStep}
            maxLength={outcomeLimits.next_step}
            aria-keyshortcuts={recordKeys.step}
            defaultValue={shown.next_step ?? ''}
          />
        </div>
        <LabeledInput
          label="Due on"
          name="on"
          type="date"
          max="2199-12-31"
          required
          defaultValue={shown.next_step_on ?? isoDay(new Date(serverNow() + 7 * 86_400_000))}
        />
        <div className={controls.field}>
          <label htmlFor={owner}>Assigned to</label>
          <select id={owner} name="by" className={`${controls.control} ${controls.large}`} defaultValue={by}>
            {[by, ...people.able.map(({ id }) => id).filter((id) => id !== by)].map((id) => (
              <option key={id} value={id}>
                {people.actor(id)}
              </option>
            ))}
          </select>
        </div>
        <LabeledInput
          label={`Value in ${week?.currency ?? '…'}`}
          name="value"
          inputMode="decimal"
          onChange={({ currentTarget }) => currentTarget.setCustomValidity(valueError(currentTarget.value))}
          defaultValue={shown.outcome_value === null ? '' : formatPortableNumber(shown.outcome_value)}
        />
        <MoveProblem error={save.error} isSlim className={layout.whole} />
        <div className={`${layout.row} ${layout.whole}`}>
          <WhenOnline>
            <Button type="submit" size="small" disabled={save.isPending || draft.value === null}>
              Save
            </Button>
            {booking.next_step && (
              <Button size="small" disabled={save.isPending} onClick={() => put(emptyNextStep, 'next step done.')}>
                Mark as done
              </Button>
            )}
          </WhenOnline>
          <DraftNote {...draft} isChange />
        </div>
      </form>
    </>
  )
}

/**
 * Shows what the team must do next: the answer to the visitor, the first open next step, or the outcome of the call.
 */
export function NextDue({ booking }: { booking: BookingListRow }) {
  const { due_at, earlier_calls, follow_up_on, status } = booking
  const calls: SavedOutcome[] = Object.values(earlier_calls ?? {}).filter(({ is_done }) => !is_done)
  if (status === 'completed') calls.push(booking)
  const first = calls.find(({ next_step_on }) => next_step_on !== null && next_step_on === follow_up_on)
  const call = first ?? (status === 'completed' && booking.outcome ? booking : null)
  return (
    <>
      {(due_at !== null || !call) && <AnswerDue item={booking} />}
      {call && <OutcomeSummary call={call} />}
    </>
  )
}

interface EarlierCallsProps {
  booking: BookingListRow
  calls: Readonly<Record<string, EarlierCall>>
  mayWork: boolean
}

/** The outcomes of earlier calls, latest first. An open next step can be marked as done. */
export function EarlierCalls({ booking, calls, mayWork }: EarlierCallsProps) {
  const { actor: nameOf } = useTeamMembers()
  const place = bookingRef(booking)
  const finish = useFinishStep(place)
  const done = (call: string) => {
    const takeBack = () =>
      void finish
        .mutateAsync({ call, is_done: false })
        .catch((error) => showToast(`${place.who}: could not undo. ${errorMessage(error)}`, { isAlert: true }))
    const onSuccess = () => showToast(`${place.who}: next step done.`, { undo: takeBack })
    finish.mutate({ call, is_done: true }, { onSuccess })
  }
  return (
    <>
      <ul className={layout.stack}>
        {Object.entries(calls)
          .toReversed()
          .map(([start, call]) => (
            <li key={start} className={layout.tight}>
              <strong>{`${dayAndTime(new Date(start))}${call.assigned_to ? `, ${nameOf(call.assigned_to)}` : ''}`}</strong>
              <OutcomeSummary call={call.is_done ? markStepDone(call) : call} isWhole />
              {mayWork && call.next_step && !call.is_done && (
                <div className={layout.row}>
                  <WhenOnline>
                    <Button size="small" disabled={finish.isPending} onClick={() => done(start)}>
                      Mark as done
                    </Button>
                  </WhenOnline>
                </div>
              )}
            </li>
          ))}
      </ul>
      <MoveProblem error={finish.error} isSlim />
    </>
  )
}

const markStepDone = (call: EarlierCall): EarlierCall => ({
  ...call,
  next_step_on: null,
  next_step: `Done: ${call.next_step}`,
})

interface OutcomeSummaryProps {
  call: SavedOutcome
  /** Wraps the text of a long step instead of clipping it. */
  isWhole?: boolean
}

/** Shows the next step's due date and assignee, the outcome of the call, and the next step itself. */
export function OutcomeSummary({ call, isWhole = false }: OutcomeSummaryProps) {
  const { outcome, outcome_value: value, next_step: step, next_step_on: on, next_step_by: by } = call
  const fit = isWhole ? layout.anywhere : layout.clip
  const { data: week } = useQuery(weekOfCallsQuery(undefined))
  const { actor: nameOf } = useTeamMembers()
  const now = useNow()
  const isLate = on !== null && week !== undefined && on < isoDay(new Date(now), week.time_zone)
  const worth = value !== null && week && money(value, week.currency)
  const found = [outcome && callOutcomeWords[outcome], worth].filter(Boolean).join(', ')
  const due = on && `${isLate ? 'Overdue: ' : ''}${shortDay(new Date(on), 'UTC')}, ${nameOf(by)}`
  const Line = isLate ? 'strong' : 'span'
  return (
    <span className={layout.close}>
      <Line className={isLate ? layout.alert : undefined}>{due || found || 'No outcome recorded.'}</Line>
      {step && <span className={`${layout.tiny} ${fit}`}>{found && due ? `${found}: ${step}` : step}</span>}
    </span>
  )
}
