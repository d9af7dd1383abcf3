import { CheckField, numberWithin, textOf } from '#desk/lib/form.tsx'
import { type DeskSettings, deskSettingsLimits } from '#shared/contract/desk-week.ts'
import layout from '#ui/layout.module.css'
import { keyOf, SettingField, SettingsForm } from './settings-form.tsx'

const { move_notice_minutes, most_moves } = deskSettingsLimits

const changeOf = (form: FormData) => ({
  confirm_at_once: form.has('confirm_at_once'),
  moves_at_once: form.has('moves_at_once'),
  move_notice_minutes: Math.round(Number(textOf(form, 'move_notice_minutes')) * 60),
  most_moves: Number(textOf(form, 'most_moves')),
})

export function VisitorSettings({ settings }: { settings: DeskSettings }) {
  return (
    <SettingsForm
      title="Available times"
      text="Visitors choose a time when a host is available; hosts set their hours under Availability. Visitors can also request any other time, which waits for your answer."
      settings={settings}
      changeOf={changeOf}
      submit="Save available times"
    >
      {(shown) => (
        <>
          <CheckField
            key={keyOf(shown, 'confirm_at_once')}
            name="confirm_at_once"
            defaultChecked={shown.confirm_at_once}
            label="Confirm chosen times automatically"
            says="Our email links to a page where the visitor can hold the time. Holding it confirms the call at once and sends the invitation. If this is off, the time is held until a member answers."
            className={layout.whole}
          />
          <CheckField
            key={keyOf(shown, 'moves_at_once')}
            name="moves_at_once"
            defaultChecked={shown.moves_at_once}
            label="Let visitors move their own calls"
            says="If a visitor chooses an available time on their call page, the time is confirmed at once, and the host gets an email. If this is off, the visitor can only request a time, and the call does not move until you answer."
            className={layout.whole}
          />
          <SettingField
            of={shown}
            name="move_notice_minutes"
            label="Minimum notice to move a call (hours)"
            {...numberWithin(move_notice_minutes, 60)}
            step="any"
            defaultValue={Number((shown.move_notice_minutes / 60).toFixed(2))}
            hint="With less notice, the visitor can only request another time."
          />
          <SettingField
            of={shown}
            name="most_moves"
            label="Maximum number of moves"
            within={most_moves}
            hint="After that many moves, the visitor can only request another time."
          />
        </>
      )}
    </SettingsForm>
  )
}
