import { useEffect } from 'react'
import { BookingDialog } from '#site/features/booking/booking-dialog.tsx'
import { KeptPage } from './kept-page.tsx'

const id = 'dialogs'

/** What is drawn above each view. Until it is hydrated the dialogs open and their forms submit natively. */
export function Dialogs() {
  useEffect(() => window.boot?.dialogsReady(), [])
  return (
    <div id={id}>
      <KeptPage id={id}>
        <BookingDialog />
      </KeptPage>
    </div>
  )
}
