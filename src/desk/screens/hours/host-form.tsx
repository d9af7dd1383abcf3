import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CallsOutside } from '#desk/features/calls/calls-outside.tsx'
import { keepTyped, typedIn } from '#desk/lib/browser-storage.ts'
import { Failure } from '#desk/lib/failure.ts'
import { Check, LabelledInput } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { Problem } from '#desk/lib/problem.tsx'
import { useNow } from '#desk/lib/server-clock.ts'
import { dayAndTime, isoDay, knownZone, timeOfDay } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { Host } from '#shared/contract/hosts.ts'
import { zoneNames } from '#shared/lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { hostsQuery, saveHost } from './api.ts'
import { CallFields } from './call-fields.tsx'
import { DateFields } from './date-fields.tsx'
import { type Draft, draftFrom, draftOf, hasFault, settingsOf } from './draft.ts'
import css from './hours.module.css'
import { WeekFields } from './week-fields.tsx'

interface HostFormProps {
  host: Host
  /** False for somebody who may only look. */
  mayChange: boolean
}

/** How somebody takes calls. It is saved as a whole. */
export function HostForm({ host, mayChange }: HostFormProps) {
  const queryClient = useQueryClient()
  const now = new Date(useNow())
  const { draft, isTyped, isOutdated: isOld, change, forget, insist } = useDraft(host)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => saveHost({ host: host.id, settings: settingsOf(draft), seen: draft.seen }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(hostsQuery.queryKey, (all) =>
        all?.map((one) => (one.id === saved.id ? saved : one)),
      )
      forget()
      tell('Saved.')
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
    // Somebody may have been faster: what they saved is shown beside what was typed here.
    onError: () => queryClient.invalidateQueries({ queryKey: hostsQuery.queryKey }),
  })
  const refused = refusedFields(error)
  const isOutdated = isOld || (error instanceof Failure && error.hint === 'changed')
  const type: typeof change = (part) => {
    reset()
    change(part)
  }
  const zone = knownZone(draft.time_zone)
  const save = (form: HTMLFormElement) => {
    if (!hasFault(draft)) return mutate()
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
        <Section title="Week" text="When calls can be given, in the zone named here.">
          <Check
            checked={draft.takes_calls}
            onChange={({ target }) => type({ takes_calls: target.checked })}
            label="Takes calls"
            says="Without it the hours are kept, and no free time is offered. Calls that are confirmed stay."
            className={css.check}
          />
          <div className={css.zone}>
            <LabelledInput
              label="Time zone"
              name="time_zone"
              list="zones-of-hosts"
              autoComplete="off"
              hint={`It is ${timeOfDay(now, zone)} there now. Hours and dates are meant there.`}
              error={
                zone === draft.time_zone ? refused.time_zone : 'This is no time zone such as Europe/Paris.'
              }
              value={draft.time_zone}
              onChange={({ target }) => type({ time_zone: target.value })}
              required
            />
            <datalist id="zones-of-hosts">
              {zoneNames(host.time_zone).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
          <WeekFields week={draft.week} onChange={(week) => type({ week })} />
          <Refused says={refused.hours} />
        </Section>
        <Section
          title="Dates"
          text="On these dates the week does not count. Days off of everybody stand in the settings."
        >
          <DateFields draft={draft} today={isoDay(now, zone)} onChange={(dates) => type({ dates })} />
          <Refused says={refused.dates} />
        </Section>
        <Section title="Calls" text="Where they take place, and how much room is left around them.">
          <Check
            checked={draft.named_to_visitors}
            onChange={({ target }) => type({ named_to_visitors: target.checked })}
            label="Visitors may read the name"
            says="The site says who will call, beside the free times. Without it the name stands only in the letters about a confirmed call."
            className={css.check}
          />
          <CallFields draft={draft} refused={refused} onChange={type} />
        </Section>
      </fieldset>
      {mayChange && (
        <div className={`${layout.stack} ${pieces.listed} ${css.end}`}>
          {isOutdated && (
            <Outdated
              host={host}
              onForget={() => {
                reset()
                forget()
              }}
              onInsist={() => {
                reset()
                insist()
              }}
            />
          )}
          <Problem error={isOutdated ? null : error} className={pieces.readable}>
            {Object.keys(refused).length > 0 && 'Nothing was saved: look at the field in red.'}
          </Problem>
          <CallsOutside
            of={(call) => call.host === host.id}
            is={
              host.takes_calls ? 'outside these hours or on a day off' : 'to come, while no calls are taken'
            }
          />
          <div className={layout.bar}>
            <WhenOnline>
              <Button type="submit" look="signal" disabled={isPending || isOutdated}>
                Save the hours
              </Button>
            </WhenOnline>
            {isTyped && !isOutdated && (
              <>
                <Button onClick={forget}>Take it back</Button>
                <p className={layout.note} role="status">
                  Not saved yet.
                </p>
              </>
            )}
          </div>
        </div>
      )}
    </form>
  )
}

function Refused({ says }: { says: string | undefined }) {
  return says ? <p className={`${layout.stack} ${pieces.problem} ${pieces.readable}`}>{says}</p> : null
}

interface OutdatedProps {
  host: Host
  onForget: () => void
  onInsist: () => void
}

/** Somebody saved something else while this was typed: nothing is lost on either side until one says which counts. */
function Outdated({ host, onForget, onInsist }: OutdatedProps) {
  return (
    <div className={`${layout.stack} ${pieces.problem} ${pieces.readable}`} role="alert">
      <p>
        These hours were changed meanwhile, {dayAndTime(new Date(host.updated_at))}. What you typed is still
        here and not saved.
      </p>
      <div className={layout.bar}>
        <Button size="small" onClick={onForget}>
          Show what is saved, and drop mine
        </Button>
        <Button size="small" onClick={onInsist}>
          Keep mine, to save over it
        </Button>
      </div>
    </div>
  )
}

const words: Readonly<Record<string, string>> = {
  time_zone: 'The server knows no such time zone.',
  link: 'This is no address that begins with https://.',
  break_before: 'Between 0 and 120 minutes.',
  break_after: 'Between 0 and 120 minutes.',
  notice_minutes: 'Between 0 and 336 hours.',
  daily_most: 'Between 1 and 50, or empty.',
  hours: 'Hours of one day overlap, or there are more than 70.',
  dates: 'Hours of one date overlap, or there are more than 400.',
}

/** Why which field was refused: the database names a check of the table, or the field itself. */
function refusedFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Failure)) return {}
  const [, checked] = /"hosts_(\w+)_check"/.exec(error.message) ?? []
  const field = checked ?? error.facts.field
  if (typeof field !== 'string') return {}
  return { [field]: words[field] ?? error.message }
}

interface Drafting {
  draft: Draft
  /** Whether there is something that is not saved. */
  isTyped: boolean
  /** Somebody saved something else since the person began. */
  isOutdated: boolean
  change: (change: Partial<Draft>) => void
  /** Shows what is stored. */
  forget: () => void
  /** Keeps what was typed, and takes what is stored now for seen. */
  insist: () => void
}

/** The form of a host: what was typed and not saved yet survives a reload and a look at another screen. */
function useDraft(host: Host): Drafting {
  const place = `hours ${host.id}`
  const [typed, setTyped] = useState(() => draftFrom(typedIn(place)))
  const stored = useMemo(() => draftOf(host), [host])
  const draft = typed ?? stored
  const keep = (next: Draft | null) => {
    keepTyped(place, next ? JSON.stringify(next) : '')
    setTyped(next)
  }
  return {
    draft,
    isTyped: typed !== null,
    isOutdated: typed !== null && typed.seen !== host.updated_at,
    change: (change) => {
      const next = { ...draft, ...change }
      // Whoever takes a change back has nothing to save.
      keep(JSON.stringify(next) === JSON.stringify(stored) ? null : next)
    },
    forget: () => keep(null),
    insist: () => keep({ ...draft, seen: host.updated_at }),
  }
}
