import { useEffect } from 'react'
import { missedFailure } from '#content/missed-failure.ts'
import { bookingDialogId } from '#site/features/booking/book-call-button.tsx'
import { forgetMissed, type MissedFailure as Missed } from '#site/lib/missed-failures.ts'
import { useNavigation } from '#site/lib/navigation.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Notice } from '#ui/notice.tsx'

/** A floating notice: a form that the visitor left during its request has failed. Links back to the form. */
export function MissedFailure({ missed }: { missed: Missed }) {
  const { navigate } = useNavigation()

  // It covers part of the page, so it can be dismissed without being focused.
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector(':modal')) forgetMissed(missed.form)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [missed])

  const { text, back, dismiss } = missedFailure
  const goBack = () => {
    if (missed.form === 'message') return navigate('contact')
    const dialog = document.getElementById(bookingDialogId)
    if (dialog instanceof HTMLDialogElement) dialog.showModal()
  }
  return (
    <Notice title={missed.says} text={text} floating>
      <div className={layout.row}>
        <Button size="small" onClick={goBack}>
          {back}
        </Button>
        <Button size="small" onClick={() => forgetMissed(missed.form)}>
          {dismiss}
        </Button>
      </div>
    </Notice>
  )
}
