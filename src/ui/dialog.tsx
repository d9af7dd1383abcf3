import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import css from './dialog.module.css'
import { Icon } from './icon.tsx'
import layout from './layout.module.css'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** One sentence under the title, also read as the dialog's description. */
  description?: ReactNode
  size?: 'narrow' | 'wide'
  /** The element that receives the initial focus; by default, the close button. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * The class of the footer with the buttons. On phones, the footer stays visible when the dialog is longer than the
 * screen.
 */
export const dialogFooterClass = css.foot ?? ''

/** A modal dialog that traps focus, and restores the previous focus when the dialog closes. */
export function Dialog({ isOpen, onClose, title, description, size = 'narrow', first, children }: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // Using a toast does not close the dialog.
        if (!open && !(event.target as Element | null)?.closest?.('[data-place]')) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup
            className={[css.popup, size === 'wide' && css.wide].filter(Boolean).join(' ')}
            {...(first && { initialFocus: first })}
          >
            <div className={css.head}>
              <Base.Title className={layout.title}>{title}</Base.Title>
              <Base.Close className={`${layout.cross} ${css.close}`} aria-label="Close">
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
