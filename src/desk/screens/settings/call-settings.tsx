import { ConflictingCalls } from '#desk/features/calls/conflicting-calls.tsx'
import { textOf } from '#desk/lib/form.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import layout from '#ui/layout.module.css'
import css from './settings.module.css'
import { keyOf, SettingField, SettingsForm } from './settings-form.tsx'

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
      {(shown) => (
        <>
          <SettingField of={shown} name="weekly_capacity" label="Weekly capacity (calls)" within={weekly_capacity} />
          <SettingField of={shown} name="call_minutes" label="Call length (minutes)" within={call_minutes} />
          <div className={layout.whole}>
            <SettingField
              of={shown}
              name="answer_hours"
              label="Answer requests within (hours)"
              within={answer_hours}
              hint="The site, the emails and the due times use this number at once. Promises already given stay as they are."
            />
          </div>
          <SettingField of={shown} name="opens" label="From" type="time" defaultValue={shown.opens.slice(0, 5)} />
          <SettingField of={shown} name="closes" label="Until" type="time" defaultValue={shown.closes.slice(0, 5)} />
          <fieldset key={keyOf(shown, 'work_days')} className={layout.whole}>
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
            <SettingField
              of={shown}
              name="time_zone"
              label="Time zone"
              list="zones"
              hint="Weeks, hours and days off use this zone."
            />
            <datalist id="zones">
              {listZoneNames(settings.time_zone).map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
          <SettingField
            of={shown}
            name="currency"
            label="Currency"
            list="currencies"
            pattern="[A-Za-z]{3}"
            hint="The currency of call values, such as USD. Existing values are not converted."
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
