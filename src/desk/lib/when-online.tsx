import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import pieces from './pieces.module.css'
import { useIsOnline } from './server.ts'

interface WhenOnlineProps {
  children: ReactNode
  /** True in dialogs. A dialog covers the offline banner, so the dialog itself shows the reason. */
  says?: boolean
}

/** Disables the controls inside this element while the desk is offline. */
export function WhenOnline({ children, says = false }: WhenOnlineProps) {
  const isOnline = useIsOnline()
  return (
    <>
      <fieldset className={pieces.actions} role="presentation" disabled={!isOnline}>
        {children}
      </fieldset>
      {says && !isOnline && <p className={`${layout.note} ${pieces.reason}`}>You are offline. Changes are disabled.</p>}
    </>
  )
}

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** Says what the action does and whether it can be undone. */
  children: ReactNode
  /** The button's label, a verb such as 'Erase'. */
  act: string
  isBusy?: boolean
  problem?: string | null
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, act, isBusy = false, problem, onConfirm, onClose } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <div className={layout.stack}>{children}</div>
      {problem && (
        <p className={pieces.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={`${pieces.ways} ${dialogFooterClass}`}>
        <Button onClick={onClose}>Cancel</Button>
        <WhenOnline says>
          <Button look="signal" disabled={isBusy} onClick={onConfirm}>
            {act}
          </Button>
        </WhenOnline>
      </div>
    </Dialog>
  )
}
