import controls from '#desk/lib/controls.module.css'
import { inWords } from '#desk/lib/failure.ts'
import { LabelledInput, sends, textOf } from '#desk/lib/form.tsx'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './settings.module.css'
import { useSaving } from './use-saving.ts'

const { move_notice_minutes, most_moves } = deskSettingsLimits

/** What happens to a visitor's call without anybody looking at it first. */
export function VisitorSettings({ settings }: { settings: DeskSettings }) {
  const { mutate, isPending, error, shown, keyOf, form } = useSaving(settings)
  const save = (form: FormData) =>
    mutate({
      confirm_at_once: form.has('confirm_at_once'),
      moves_at_once: form.has('moves_at_once'),
      move_notice_minutes: Math.round(Number(textOf(form, 'move_notice_minutes')) * 60),
      most_moves: Number(textOf(form, 'most_moves')),
    })
  return (
    <Section
      title="Free times"
      text="Visitors can pick a time at which somebody here takes calls; each says when under Hours. Any other time can still be asked for, and waits for your answer."
    >
      <form
        key={form.saves}
        className={`${layout.column} ${css.form}`}
        data-typed={form.isTyped}
        onInput={form.onInput}
        onSubmit={sends(save)}
      >
        <label key={keyOf('confirm_at_once')} className={`${layout.whole} ${controls.check}`}>
          <input type="checkbox" name="confirm_at_once" defaultChecked={shown.confirm_at_once} />
          <span>
            Confirm picked times at once
            <span className={controls.explained}>
              As soon as the visitor has opened the link in a letter of ours, the call stands in the week, and
              the invitation goes out. Without it, the time is held from then on for a day, until one of you
              confirms it.
            </span>
          </span>
        </label>
        <label key={keyOf('moves_at_once')} className={`${layout.whole} ${controls.check}`}>
          <input type="checkbox" name="moves_at_once" defaultChecked={shown.moves_at_once} />
          <span>
            Visitors may move their call themselves
            <span className={controls.explained}>
              The free time that they pick on their page counts at once, and their host gets a letter. Without
              it, they ask for it, and the call stays where it is until you agree.
            </span>
          </span>
        </label>
        <LabelledInput
          key={keyOf('move_notice_minutes')}
          label="Until so many hours before the call"
          name="move_notice_minutes"
          type="number"
          step="any"
          min={move_notice_minutes.least / 60}
          max={move_notice_minutes.most / 60}
          defaultValue={Number((shown.move_notice_minutes / 60).toFixed(2))}
          hint="Later than that the visitor can only ask."
          required
        />
        <LabelledInput
          key={keyOf('most_moves')}
          label="So many times"
          name="most_moves"
          type="number"
          min={most_moves.least}
          max={most_moves.most}
          defaultValue={shown.most_moves}
          hint="After that the visitor can only ask."
          required
        />
        {error && (
          <p className={`${pieces.problem} ${layout.whole}`} role="alert">
            {inWords(error)}
          </p>
        )}
        <WhenOnline>
          <Button type="submit" look="signal" disabled={isPending}>
            Save the free times
          </Button>
        </WhenOnline>
      </form>
    </Section>
  )
}
