import { useId } from 'react'
import controls from '#desk/lib/controls.module.css'
import { setSingleKeyShortcuts, shortcuts, useShortcut, useSingleKeyShortcuts } from '#desk/lib/shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import css from './shortcut-help.module.css'

interface ShortcutHelpProps {
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

/** Lists the shortcuts, and can turn them off. Opens with `?` or from the account menu. */
export function ShortcutHelp({ isOpen, onChange }: ShortcutHelpProps) {
  const areOn = useSingleKeyShortcuts()
  const id = useId()
  useShortcut('?', () => onChange(true))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onChange(false)}
      size="wide"
      title="Keyboard shortcuts"
      description="Shortcuts work in lists and in open records, except while you are typing in a field."
    >
      <p className={`${layout.cluster} ${layout.small} ${css.switch}`}>
        <input
          id={id}
          className={controls.tick}
          type="checkbox"
          checked={areOn}
          onChange={({ target }) => setSingleKeyShortcuts(target.checked)}
        />
        <label htmlFor={id}>Use single-key shortcuts</label>
      </p>
      <div className={css.groups}>
        {shortcuts.map(({ where, keys: each }) => (
          <section key={where} className={layout.small} aria-label={where}>
            <h3 className={css.where}>{where}</h3>
            <dl>
              {each.map(({ keys, says }) => (
                <div key={keys} className={css.row}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <kbd key={key} className={css.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
