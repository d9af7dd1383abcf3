import { Check, LabelledInput, numberWithin } from '#desk/lib/form.tsx'
import { type CallPlace, callPlaces, hostLimits, linkReference } from '#shared/contract/hosts.ts'
import layout from '#ui/layout.module.css'
import { type Draft, faultOfLink, linkFor } from './draft.ts'
import css from './hours.module.css'

const places: Record<CallPlace, { label: string; says: string }> = {
  phone: { label: 'By phone', says: 'The host calls the number that the visitor left.' },
  link: { label: 'At a link', says: 'It stands in the invitation; both open it.' },
}
const { break_minutes, notice_minutes, daily_most } = hostLimits

interface CallFieldsProps {
  draft: Draft
  /** Why a field was refused, by its name. */
  refused: Readonly<Record<string, string>>
  onChange: (change: Partial<Draft>) => void
}

/** Where calls take place, how far apart and how far ahead they are, and how many there are a day. */
export function CallFields({ draft, refused, onChange }: CallFieldsProps) {
  const fault = faultOfLink(draft.link)
  const example = fault ? null : linkFor(draft.link, '3F0C8C1E')
  return (
    <div className={`${layout.column} ${css.fields}`}>
      <fieldset className={layout.whole}>
        <legend className={layout.legend}>Where</legend>
        {callPlaces.map((place) => (
          <Check
            key={place}
            type="radio"
            name="place"
            value={place}
            checked={draft.place === place}
            onChange={() => onChange({ place })}
            label={places[place].label}
            says={places[place].says}
            className={css.place}
          />
        ))}
      </fieldset>
      {draft.place === 'link' && (
        <div className={layout.whole}>
          <LabelledInput
            label="Address of the room"
            name="link"
            type="url"
            pattern="https://.+"
            title="It begins with https://"
            placeholder="https://"
            autoComplete="off"
            longest={hostLimits.link}
            hint={
              example
                ? `The room of call 3F0C8C1E, for example, is ${example}`
                : `A room of your own at Meet, Teams, Zoom or Jitsi. With ${linkReference} in it each call has its own, such as https://meet.jit.si/call-${linkReference}.`
            }
            error={fault ?? refused.link}
            value={draft.link}
            onChange={({ target }) => onChange({ link: target.value })}
            required
          />
        </div>
      )}
      <LabelledInput
        label="Break before a call, minutes"
        name="break_before"
        {...numberWithin(break_minutes)}
        error={refused.break_before}
        value={draft.break_before}
        onChange={({ target }) => onChange({ break_before: target.value })}
        required
      />
      <LabelledInput
        label="Break after a call, minutes"
        name="break_after"
        {...numberWithin(break_minutes)}
        error={refused.break_after}
        value={draft.break_after}
        onChange={({ target }) => onChange({ break_after: target.value })}
        required
      />
      <LabelledInput
        label="Notice, hours"
        name="notice_hours"
        {...numberWithin(notice_minutes, 60)}
        step="any"
        hint="No free time is offered sooner than that."
        error={refused.notice_minutes}
        value={draft.notice_hours}
        onChange={({ target }) => onChange({ notice_hours: target.value })}
        required
      />
      <LabelledInput
        label="Most calls a day"
        name="daily_most"
        {...numberWithin(daily_most)}
        hint="Empty: as many as fit."
        error={refused.daily_most}
        value={draft.daily_most}
        onChange={({ target }) => onChange({ daily_most: target.value })}
      />
    </div>
  )
}
