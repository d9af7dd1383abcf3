import { Check, LabelledInput, numberWithin, textOf } from '#desk/lib/form.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { SettingsForm } from './settings-form.tsx'

const { keep_days } = deskSettingsLimits

const daysOf = (text: string) => (text === '' ? null : Number(text))

/** The addresses in a text, with any separators. */
const addressesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

function changeOf(form: FormData) {
  const mailboxes = addressesOf(textOf(form, 'answer_mailboxes'))
  if (mailboxes.length > deskSettingsLimits.answer_mailboxes) {
    tell(`At most ${deskSettingsLimits.answer_mailboxes} mailboxes.`, { isAlert: true })
    return null
  }
  return {
    answer_mailboxes: mailboxes,
    daily_digest: form.has('daily_digest'),
    keep_people_days: daysOf(textOf(form, 'keep_people_days')),
    keep_interaction_days: daysOf(textOf(form, 'keep_interaction_days')),
  }
}

/** Who is told of what arrives, and how long it is kept. */
export function KeepingSettings({ settings }: { settings: DeskSettings }) {
  return (
    <SettingsForm
      title="Mailboxes and keeping"
      text="What is older is deleted by itself, each hour. The daily counts of visits stay; they name nobody."
      settings={settings}
      changeOf={changeOf}
      submit="Save the keeping"
    >
      {(shown, keyOf) => (
        <>
          <div className={layout.whole}>
            <LabelledInput
              key={keyOf('answer_mailboxes')}
              label="Mailboxes of the team"
              name="answer_mailboxes"
              defaultValue={shown.answer_mailboxes.join(', ')}
              hint="They get the letters about new bookings and messages, promises at risk, what breaks on the site, backups that are late, and the digest. Parted by commas; while empty, the owners get them."
              autoComplete="off"
            />
          </div>
          <Check
            key={keyOf('daily_digest')}
            name="daily_digest"
            defaultChecked={shown.daily_digest}
            label="Digest of the day"
            says="When a day of work begins: who waits for an answer, today’s calls, letters that failed."
            className={layout.whole}
          />
          <LabelledInput
            key={keyOf('keep_people_days')}
            label="Keep bookings and messages, days"
            name="keep_people_days"
            {...numberWithin(keep_days)}
            defaultValue={shown.keep_people_days ?? ''}
            hint="Empty: for ever."
          />
          <LabelledInput
            key={keyOf('keep_interaction_days')}
            label="Keep single visits, days"
            name="keep_interaction_days"
            {...numberWithin(keep_days)}
            defaultValue={shown.keep_interaction_days ?? ''}
            hint="Empty: as the server is set up."
          />
        </>
      )}
    </SettingsForm>
  )
}
