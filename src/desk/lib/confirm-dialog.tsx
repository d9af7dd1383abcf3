import type { ReactNode } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFoot } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** What the action does, and whether it can be undone. */
  children: ReactNode
  /** What the button does, as a verb: 'Erase'. */
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
      <div className={`${pieces.ways} ${dialogFoot}`}>
        <Button onClick={onClose}>Leave it</Button>
        <WhenOnline says>
          <Button look="signal" disabled={isBusy} onClick={onConfirm}>
            {act}
          </Button>
        </WhenOnline>
      </div>
    </Dialog>
  )
}
