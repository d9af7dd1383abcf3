import { ConflictingCalls } from '#desk/features/calls/conflicting-calls.tsx'
import { LabeledInput, numberWithin, textOf } from '#desk/lib/form.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import layout from '#ui/layout.module.css'
import css from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const { weekly_capacity, call_minutes, answer_hours } = deskSettingsLimits

const changeOf = (form: FormData) => ({
  time_zone: textOf(form, 'time_zone'),
  currency: textOf(form, 'currency').toUpperCase(),
  weekly_capacity: Number(textOf(form, 'weekly_capacity')),
  call_minutes: Number(textOf(form, 'call_minutes')),
  answer_hours: Number(textOf(form, 'answer_hours')),
  opens: textOf(form, 'opens'),
  closes: textOf(form, 'closes'),
  work_days: form.getAll('work_days').map(Number),
})

/** Settings for the hours, the length and the weekly number of calls. */
export function CallSettings({ settings }: { settings: DeskSettings }) {
  return (
    <SettingsForm
      title="Calls"
      text="The public site shows how many calls you take per week, and how many are left. The desk warns you before you confirm a call outside the hours below."
      settings={settings}
      changeOf={changeOf}
      submit="Save call settings"
    >
      {(shown, keyOf) => (
        <>
          <LabeledInput
            key={keyOf('weekly_capacity')}
            label="Weekly capacity (calls)"
            name="weekly_capacity"
            {...numberWithin(weekly_capacity)}
            defaultValue={shown.weekly_capacity}
            required
          />
          <LabeledInput
            key={keyOf('call_minutes')}
            label="Call length (minutes)"
            name="call_minutes"
            {...numberWithin(call_minutes)}
            defaultValue={shown.call_minutes}
            required
          />
          <div className={layout.whole}>
            <LabeledInput
              key={keyOf('answer_hours')}
              label="Answer requests within (hours)"
              name="answer_hours"
              {...numberWithin(answer_hours)}
              defaultValue={shown.answer_hours}
              hint="The site, the emails and the due times use this number at once. Promises already given stay as they are."
              required
            />
          </div>
          <LabeledInput
            key={keyOf('opens')}
            label="From"
            name="opens"
            type="time"
            defaultValue={shown.opens.slice(0, 5)}
            required
          />
          <LabeledInput
            key={keyOf('closes')}
            label="Until"
            name="closes"
            type="time"
            defaultValue={shown.closes.slice(0, 5)}
            required
          />
          <fieldset key={keyOf('work_days')} className={layout.whole}>
            <legend className={layout.legend}>Working days</legend>
            <div className={layout.row}>
              {week.map((name, index) => (
                <label key={name} className={css.day}>
                  <input
                    type="checkbox"
                    name="work_days"
                    value={index + 1}
                    defaultChecked={shown.work_days.includes(index + 1)}
                  />
                  <span>{name}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <div className={layout.whole}>
            <LabeledInput
              key={keyOf('time_zone')}
              label="Time zone"
              name="time_zone"
              list="zones"
              defaultValue={shown.time_zone}
              hint="Weeks, hours and days off use this zone."
              required
            />
            <datalist id="zones">
              {listZoneNames(settings.time_zone).map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
          <LabeledInput
            key={keyOf('currency')}
            label="Currency"
            name="currency"
            list="currencies"
            pattern="[A-Za-z]{3}"
            defaultValue={shown.currency}
            hint="The currency of call values, such as USD. Existing values are not converted."
            required
          />
          <datalist id="currencies">
            {Intl.supportedValuesOf('currency').map((code) => (
              <option key={code} value={code} />
            ))}
          </datalist>
          <ConflictingCalls of={({ reasons }) => reasons.includes('outside_hours')} is="outside working hours" />
        </>
      )}
    </SettingsForm>
  )
}
