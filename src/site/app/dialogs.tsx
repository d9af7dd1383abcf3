import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BookingDialog } from '#site/features/booking/booking-dialog.tsx'
import { KeptPage } from './kept-page.tsx'

/** What lies over every view. */
export function Dialogs({ id }: { id: string }) {
  useEffect(() => window.boot?.dialogsReady(), [])
  return (
    <KeptPage id={id}>
      <BookingDialog />
    </KeptPage>
  )
}

/**
 * Brings the dialogs to life: a program of their own beside the page's, so that neither waits for the other or falls
 * with it. Until then, and if it never comes, they open and their forms send as they do without script.
 */
export function startDialogs(id: string): void {
  const place = document.getElementById(id)
  if (place) startTransition(() => void hydrateRoot(place, <Dialogs id={id} />))
}
