import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import css from './dialog.module.css'
import { Icon } from './icon.tsx'
import layout from './layout.module.css'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** One sentence under the title, which describes the dialog to screen readers. */
  description?: ReactNode
  /** What the closing cross is called. */
  closeLabel?: string
  size?: 'narrow' | 'wide'
  /** The element that gets the initial focus; by default the closing button. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The look of what saves or confirms: at the end, and on a phone, which a dialog can be longer than, always in sight. */
export const dialogFoot = css.foot ?? ''

/** A modal dialog with a focus trap; closing it restores the focus. */
export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onClose,
    title,
    description,
    closeLabel = 'Close',
    size = 'narrow',
    first,
    children,
  } = props
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup
            className={[css.popup, size === 'wide' && css.wide].filter(Boolean).join(' ')}
            {...(first && { initialFocus: first })}
          >
            <div className={css.head}>
              <Base.Title className={layout.title}>{title}</Base.Title>
              <Base.Close className={`${layout.cross} ${css.close}`} aria-label={closeLabel}>
                <Icon name="close" />
              </Base.Close>
            </div>
            {description && <Base.Description className={layout.note}>{description}</Base.Description>}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
