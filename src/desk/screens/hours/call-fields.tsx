import type { ChangeEvent } from 'react'
import { CheckField, LabeledInput, numberWithin } from '#desk/lib/form.tsx'
import { type CallPlace, callPlaces, hostLimits, referencePlaceholder } from '#shared/contract/hosts.ts'
import layout from '#ui/layout.module.css'
import { type HostDraft, linkError, linkFor } from './draft.ts'
import css from './hours.module.css'

const places: Record<CallPlace, { label: string; says: string }> = {
  phone: { label: 'By phone', says: 'The host calls the number that the visitor gave.' },
  link: { label: 'Online', says: 'The host and the visitor open the link in the invitation.' },
}
const { break_minutes, notice_minutes, daily_most } = hostLimits
type NumberField = 'break_before' | 'break_after' | 'notice_hours' | 'daily_most'

interface CallFieldsProps {
  draft: HostDraft
  /** Error messages by field name. */
  refused: Readonly<Record<string, string>>
  onChange: (change: Partial<HostDraft>) => void
}

/** The place for calls, the breaks before and after calls, the minimum notice, and the daily limit. */
export function CallFields({ draft, refused, onChange }: CallFieldsProps) {
  const fault = linkError(draft.link)
  const example = fault ? null : linkFor(draft.link, '3F0C8C1E')
  const number = (name: NumberField, ...limits: Parameters<typeof numberWithin>) => ({
    ...numberWithin(...limits),
    name,
    error: refused[name],
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: target.value }),
  })
  return (
    <div className={`${layout.column} ${css.fields}`}>
      <fieldset className={layout.whole}>
        <legend className={layout.legend}>Where</legend>
        {callPlaces.map((place) => (
          <CheckField
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
          <LabeledInput
            label="Meeting link"
            name="link"
            type="url"
            pattern="https://.+"
            title="The address must start with https://."
            placeholder="https://"
            autoComplete="off"
            longest={hostLimits.link}
            hint={
              example
                ? `For example, call 3F0C8C1E uses ${example}`
                : `A meeting room in Meet, Teams, Zoom or Jitsi. Add ${referencePlaceholder} to give each call its own room, such as https://meet.jit.si/call-${referencePlaceholder}.`
            }
            error={fault ?? refused.link}
            value={draft.link}
            onChange={({ target }) => onChange({ link: target.value })}
            required
          />
        </div>
      )}
      <LabeledInput label="Break before a call (minutes)" {...number('break_before', break_minutes)} required />
      <LabeledInput label="Break after a call (minutes)" {...number('break_after', break_minutes)} required />
      <LabeledInput
        label="Notice (hours)"
        {...number('notice_hours', notice_minutes, 60)}
        step="any"
        hint="Visitors cannot choose a time sooner than this."
        error={refused.notice_minutes}
        required
      />
      <LabeledInput
        label="Maximum calls per day"
        {...number('daily_most', daily_most)}
        hint="Leave empty for no limit."
      />
    </div>
  )
}
