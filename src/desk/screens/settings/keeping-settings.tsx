import controls from '#desk/lib/controls.module.css'
import { inWords } from '#desk/lib/failure.ts'
import { LabelledInput, sends, textOf } from '#desk/lib/form.tsx'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import css from './settings.module.css'
import { useSaving } from './use-saving.ts'

const { keep_days } = deskSettingsLimits

const daysOf = (text: string) => (text === '' ? null : Number(text))

/** The addresses in a text, with any separators. */
const addressesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** Who is told of what arrives, and how long it is kept. */
export function KeepingSettings({ settings }: { settings: DeskSettings }) {
  const { mutate, isPending, error, shown, keyOf, form } = useSaving(settings)
  const save = (form: FormData) => {
    const mailboxes = addressesOf(textOf(form, 'answer_mailboxes'))
    if (mailboxes.length > deskSettingsLimits.answer_mailboxes) {
      tell(`At most ${deskSettingsLimits.answer_mailboxes} mailboxes.`, { isAlert: true })
      return
    }
    mutate({
      answer_mailboxes: mailboxes,
      daily_digest: form.has('daily_digest'),
      keep_people_days: daysOf(textOf(form, 'keep_people_days')),
      keep_interaction_days: daysOf(textOf(form, 'keep_interaction_days')),
    })
  }
  return (
    <Section
      title="Mailboxes and keeping"
      text="What is older is deleted by itself, each hour. The daily counts of visits stay; they name nobody."
    >
      <form
        key={form.saves}
        className={`${layout.column} ${css.form}`}
        data-typed={form.isTyped}
        onInput={form.onInput}
        onSubmit={sends(save)}
      >
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
        <label key={keyOf('daily_digest')} className={`${layout.whole} ${controls.check}`}>
          <input type="checkbox" name="daily_digest" defaultChecked={shown.daily_digest} />
          <span>
            Digest of the day
            <span className={controls.explained}>
              When a day of work begins: who waits for an answer, today’s calls, letters that failed.
            </span>
          </span>
        </label>
        <LabelledInput
          key={keyOf('keep_people_days')}
          label="Keep bookings and messages, days"
          name="keep_people_days"
          type="number"
          min={keep_days.least}
          max={keep_days.most}
          defaultValue={shown.keep_people_days ?? ''}
          hint="Empty: for ever."
        />
        <LabelledInput
          key={keyOf('keep_interaction_days')}
          label="Keep single visits, days"
          name="keep_interaction_days"
          type="number"
          min={keep_days.least}
          max={keep_days.most}
          defaultValue={shown.keep_interaction_days ?? ''}
          hint="Empty: as the server is set up."
        />
        {error && (
          <p className={`${pieces.problem} ${layout.whole}`} role="alert">
            {inWords(error)}
          </p>
        )}
        <WhenOnline>
          <Button type="submit" look="signal" disabled={isPending}>
            Save the keeping
          </Button>
        </WhenOnline>
      </form>
    </Section>
  )
}
