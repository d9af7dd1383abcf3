import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BookingDialog } from '#site/features/booking/booking-dialog.tsx'
import { BaseOpener } from '#site/features/claims/base-opener.tsx'
import { KeptPage } from './kept-page.tsx'

export function Dialogs({ id }: { id: string }) {
  useEffect(() => window.boot?.dialogsReady(), [])
  return (
    <KeptPage id={id}>
      <BookingDialog />
      <BaseOpener />
    </KeptPage>
  )
}

/**
 * Hydrates the dialogs as a separate React root, so that neither root waits for the other or fails with it. Without
 * hydration they still open, and their forms submit natively.
 */
export function startDialogs(id: string): void {
  const place = document.getElementById(id)
  if (place) startTransition(() => void hydrateRoot(place, <Dialogs id={id} />))
}
