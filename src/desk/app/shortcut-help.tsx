import { useState } from 'react'
import { shortcuts, useShortcut } from '#desk/lib/shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import css from './shortcut-help.module.css'

/** All keys of the desk, on `?`. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('?', () => setOpen(true))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      title="Keys"
      description="They work outside of fields."
    >
      <dl className={css.keys}>
        {shortcuts.map(({ keys, says }) => (
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
    </Dialog>
  )
}
