import { CheckField, textOf } from '#desk/lib/form.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { keyOf, SettingField, SettingsForm } from './settings-form.tsx'

const { keep_days } = deskSettingsLimits

const daysOf = (text: string) => (text === '' ? null : Number(text))

const addressesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

function changeOf(form: FormData) {
  const mailboxes = addressesOf(textOf(form, 'answer_mailboxes'))
  if (mailboxes.length > deskSettingsLimits.answer_mailboxes) {
    showToast(`Enter at most ${deskSettingsLimits.answer_mailboxes} addresses.`, { isAlert: true })
    return null
  }
  return {
    answer_mailboxes: mailboxes,
    daily_digest: form.has('daily_digest'),
    keep_people_days: daysOf(textOf(form, 'keep_people_days')),
    keep_interaction_days: daysOf(textOf(form, 'keep_interaction_days')),
  }
}

export function RetentionSettings({ settings }: { settings: DeskSettings }) {
  return (
    <SettingsForm
      title="Notifications and retention"
      text="Data older than these limits is deleted automatically. The daily visit counts are anonymous and are kept."
      settings={settings}
      changeOf={changeOf}
      submit="Save notifications and retention"
    >
      {(shown) => (
        <>
          <div className={layout.whole}>
            <SettingField
              of={shown}
              name="answer_mailboxes"
              label="Team email addresses"
              defaultValue={shown.answer_mailboxes.join(', ')}
              hint="These addresses get the daily digest and the emails about new bookings and messages, answers due soon, site errors and overdue backups. Separate addresses with commas. If the field is empty, the owners get these emails."
              autoComplete="off"
              required={false}
            />
          </div>
          <CheckField
            key={keyOf(shown, 'daily_digest')}
            name="daily_digest"
            defaultChecked={shown.daily_digest}
            label="Daily digest"
            says="Sent at the start of each working day, with the answers due, today’s calls and failed emails."
            className={layout.whole}
          />
          <SettingField
            of={shown}
            name="keep_people_days"
            label="Keep bookings and messages (days)"
            within={keep_days}
            hint="Leave empty to keep them forever."
            required={false}
          />
          <SettingField
            of={shown}
            name="keep_interaction_days"
            label="Keep individual visits (days)"
            within={keep_days}
            hint="Leave empty for the server’s default."
            required={false}
          />
        </>
      )}
    </SettingsForm>
  )
}
