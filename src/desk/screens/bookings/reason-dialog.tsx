import { type ReactNode, useId, useRef } from 'react'
import controls from '#desk/lib/controls.module.css'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { outcomeLimits } from '#shared/contract/desk.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'
import { MoveProblem } from './refusal-words.tsx'

interface ReasonDialogProps {
  isOpen: boolean
  title: string
  description: ReactNode
  submit: string
  dismiss?: string
  error: Error | null
  isPending: boolean
  onClose: () => void
  onSubmit: (reason: string | null) => void
}

/** Asks for confirmation and for an optional reason, which the visitor's email quotes. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { isOpen, title, description, submit, dismiss = 'Cancel', error, isPending, onClose, onSubmit } = props
  const first = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description} first={first}>
      <form className={layout.column} onSubmit={handleSubmit((form) => onSubmit(textOf(form, 'reason') || null))}>
        <div className={controls.field}>
          <label htmlFor={id}>Reason (optional)</label>
          <textarea
            ref={first}
            id={id}
            name="reason"
            rows={3}
            maxLength={outcomeLimits.reason}
            aria-describedby={`${id}-hint`}
            className={`${controls.control} ${controls.large}`}
          />
          <p id={`${id}-hint`} className={layout.fine}>
            The email to the visitor will quote the reason.
          </p>
        </div>
        <MoveProblem error={error} className={css.problem} />
        <div className={`${dialogFooterClass} ${pieces.ways} ${css.ways}`}>
          <Button onClick={onClose}>{dismiss}</Button>
          <WhenOnline says>
            <Button type="submit" look="signal" disabled={isPending}>
              {submit}
            </Button>
          </WhenOnline>
        </div>
      </form>
    </Dialog>
  )
}
