import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ConflictingCalls } from '#desk/features/calls/conflicting-calls.tsx'
import { DraftNote, useDraft } from '#desk/lib/draft.tsx'
import { Failure } from '#desk/lib/failure.ts'
import { CheckField, LabeledInput } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { useNow } from '#desk/lib/server-clock.ts'
import { dayAndTime, isoDay, timeOfDay, zoneOrFallback } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { Host } from '#shared/contract/hosts.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { hostsQuery, saveHost } from './api.ts'
import { CallFields } from './call-fields.tsx'
import { DateFields } from './date-fields.tsx'
import { draftOf, type HostDraft, hasError, parseDraft, settingsOf } from './draft.ts'
import css from './hours.module.css'
import { WeekFields } from './week-fields.tsx'

interface HostFormProps {
  host: Host
  mayChange: boolean
}

/** A host's hours and call settings, which are saved together. */
export function HostForm({ host, mayChange }: HostFormProps) {
  const queryClient = useQueryClient()
  const now = new Date(useNow())
  const { draft, isTyped, isOutdated: isOld, change, forget, discard, insist } = useHostDraft(host)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => saveHost({ host: host.id, settings: settingsOf(draft), seen: draft.seen }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(hostsQuery.queryKey, (all) => all?.map((one) => (one.id === saved.id ? saved : one)))
      forget()
      showToast(`Availability of ${isolateBidi(host.name)} saved.`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
    // After a conflict, loads the other member's version. The user's own changes stay in the form.
    onError: () => queryClient.invalidateQueries({ queryKey: hostsQuery.queryKey }),
  })
  const refused = fieldErrors(error)
  const isOutdated = isOld || (error instanceof Failure && error.hint === 'changed')
  const type: typeof change = (part) => {
    reset()
    change(part)
  }
  const zone = zoneOrFallback(draft.time_zone)
  const save = (form: HTMLFormElement) => {
    if (!hasError(draft)) return mutate()
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    return undefined
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save(event.currentTarget)
      }}
    >
      <fieldset className={css.all} disabled={!mayChange} role="presentation">
        <Section title="Weekly hours" text="The hours when calls can take place.">
          <CheckField
            checked={draft.takes_calls}
            onChange={({ target }) => type({ takes_calls: target.checked })}
            label="Takes calls"
            says="If this is off, the hours are kept, but no times are available. Confirmed calls are not affected."
            className={css.check}
          />
          <div className={css.zone}>
            <LabeledInput
              label="Time zone"
              name="time_zone"
              list="zones-of-hosts"
              autoComplete="off"
              hint={`It is ${timeOfDay(now, zone)} there now. Hours and dates use this zone.`}
              error={zone === draft.time_zone ? refused.time_zone : 'Enter a time zone such as Europe/Paris.'}
              value={draft.time_zone}
              onChange={({ target }) => type({ time_zone: target.value })}
              required
            />
            <datalist id="zones-of-hosts">
              {listZoneNames(host.time_zone).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
          <WeekFields week={draft.week} onChange={(week) => type({ week })} />
          <FieldsError says={refused.hours} />
        </Section>
        <Section
          title="Dates"
          text="On these dates, the weekly hours do not apply. Days off for the whole team are in Settings."
        >
          <DateFields draft={draft} today={isoDay(now, zone)} onChange={(dates) => type({ dates })} />
          <FieldsError says={refused.dates} />
        </Section>
        <Section title="Calls" text="The place of each call, and the breaks before and after it.">
          <CheckField
            checked={draft.named_to_visitors}
            onChange={({ target }) => type({ named_to_visitors: target.checked })}
            label="Show the host’s name to visitors"
            says="The site shows the name next to the available times. If this is off, the name appears only in emails about a confirmed call."
            className={css.check}
          />
          <CallFields draft={draft} refused={refused} onChange={type} />
        </Section>
      </fieldset>
      {mayChange && (
        <div className={`${layout.stack} ${pieces.listed} ${css.end}`}>
          {isOutdated && (
            <EditConflict
              host={host}
              onForget={() => {
                reset()
                discard()
              }}
              onInsist={() => {
                reset()
                insist()
              }}
            />
          )}
          <ErrorNotice error={isOutdated ? null : error} className={pieces.readable}>
            {Object.keys(refused).length > 0 && 'Not saved. Check the field marked in red.'}
          </ErrorNotice>
          <ConflictingCalls
            of={(call) => call.host === host.id}
            is={host.takes_calls ? 'outside these hours or on a day off' : 'with a host who takes no calls'}
          />
          <div className={layout.bar}>
            <WhenOnline>
              <Button type="submit" look="signal" disabled={isPending || isOutdated}>
                Save availability
              </Button>
            </WhenOnline>
            {isTyped && !isOutdated && <DraftNote value={draft} discard={discard} isChange />}
          </div>
        </div>
      )}
    </form>
  )
}

function FieldsError({ says }: { says: string | undefined }) {
  return says ? <p className={`${layout.stack} ${pieces.problem} ${pieces.readable}`}>{says}</p> : null
}

interface EditConflictProps {
  host: Host
  onForget: () => void
  onInsist: () => void
}

/** Warns that another member saved these settings in the meantime. Keeps both versions until the user decides. */
function EditConflict({ host, onForget, onInsist }: EditConflictProps) {
  return (
    <div className={`${layout.stack} ${pieces.problem} ${pieces.readable}`} role="alert">
      <p>
        Someone else changed these settings ({dayAndTime(new Date(host.updated_at))}). Your changes are still here, but
        not saved. If you keep them, saving overwrites the other changes.
      </p>
      <div className={layout.bar}>
        <Button size="small" onClick={onForget}>
          Discard my changes
        </Button>
        <Button size="small" onClick={onInsist}>
          Keep my changes
        </Button>
      </div>
    </div>
  )
}

const words: Readonly<Record<string, string>> = {
  time_zone: 'Unknown time zone. Enter a name such as Europe/Paris.',
  link: 'The address must start with https://.',
  break_before: 'Enter 0 to 120 minutes.',
  break_after: 'Enter 0 to 120 minutes.',
  notice_minutes: 'Enter 0 to 336 hours.',
  daily_most: 'Enter 1 to 50, or leave the field empty.',
  hours: 'The hours on one day overlap, or there are more than 70 entries.',
  dates: 'The hours on one date overlap, or there are more than 400 entries.',
}

/** Returns error messages by field name. An error from the database names the field or the failed check. */
function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Failure)) return {}
  const [, checked] = /"hosts_(\w+)_check"/.exec(error.message) ?? []
  const field = checked ?? error.facts.field
  if (typeof field !== 'string') return {}
  return { [field]: words[field] ?? error.message }
}

interface HostDraftState {
  draft: HostDraft
  isTyped: boolean
  /** True if another member has saved changes since the user began to type. */
  isOutdated: boolean
  change: (change: Partial<HostDraft>) => void
  forget: () => void
  /** Like `forget`, but can be undone. */
  discard: () => void
  /** Keeps the user's changes, so that saving overwrites the other member's changes. */
  insist: () => void
}

/** The form for a host. Unsaved changes survive a reload and a change of screen. */
function useHostDraft(host: Host): HostDraftState {
  const { value, set: keep, discard } = useDraft<HostDraft>(`hours ${host.id}`, `Availability of ${host.name}`)
  const typed = useMemo(() => parseDraft(JSON.stringify(value)), [value])
  const stored = useMemo(() => draftOf(host), [host])
  const draft = typed ?? stored
  return {
    draft,
    isTyped: typed !== null,
    isOutdated: typed !== null && typed.seen !== host.updated_at,
    change: (change) => {
      const next = { ...draft, ...change }
      // If the user has undone all changes by hand, there is nothing to save.
      keep(JSON.stringify(next) === JSON.stringify(stored) ? null : next)
    },
    forget: () => keep(null),
    discard,
    insist: () => keep({ ...draft, seen: host.updated_at }),
  }
}
