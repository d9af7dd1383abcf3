import { Check, LabelledInput, numberWithin, textOf } from '#desk/lib/form.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import layout from '#ui/layout.module.css'
import { SettingsForm } from './settings-form.tsx'

const { move_notice_minutes, most_moves } = deskSettingsLimits

const changeOf = (form: FormData) => ({
  confirm_at_once: form.has('confirm_at_once'),
  moves_at_once: form.has('moves_at_once'),
  move_notice_minutes: Math.round(Number(textOf(form, 'move_notice_minutes')) * 60),
  most_moves: Number(textOf(form, 'most_moves')),
})

/** What happens to a visitor's call without anybody looking at it first. */
export function VisitorSettings({ settings }: { settings: DeskSettings }) {
  return (
    <SettingsForm
      title="Free times"
      text="Visitors can pick a time at which somebody here takes calls; each says when under Hours. Any other time can still be asked for, and waits for your answer."
      settings={settings}
      changeOf={changeOf}
      submit="Save the free times"
    >
      {(shown, keyOf) => (
        <>
          <Check
            key={keyOf('confirm_at_once')}
            name="confirm_at_once"
            defaultChecked={shown.confirm_at_once}
            label="Confirm picked times at once"
            says="As soon as the visitor has opened the link in a letter of ours, the call stands in the week, and the invitation goes out. Without it, the time is held from then on for a day, until one of you confirms it."
            className={layout.whole}
          />
          <Check
            key={keyOf('moves_at_once')}
            name="moves_at_once"
            defaultChecked={shown.moves_at_once}
            label="Visitors may move their call themselves"
            says="The free time that they pick on their page counts at once, and their host gets a letter. Without it, they ask for it, and the call stays where it is until you agree."
            className={layout.whole}
          />
          <LabelledInput
            key={keyOf('move_notice_minutes')}
            label="Until so many hours before the call"
            name="move_notice_minutes"
            {...numberWithin(move_notice_minutes, 60)}
            step="any"
            defaultValue={Number((shown.move_notice_minutes / 60).toFixed(2))}
            hint="Later than that the visitor can only ask."
            required
          />
          <LabelledInput
            key={keyOf('most_moves')}
            label="So many times"
            name="most_moves"
            {...numberWithin(most_moves)}
            defaultValue={shown.most_moves}
            hint="After that the visitor can only ask."
            required
          />
        </>
      )}
    </SettingsForm>
  )
}
