import './layers.css'
import './font.css'
import '#ui/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { lazy, type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react'
import { refreshAuthState, useAuthState } from '#desk/lib/door.ts'
import { landing } from '#desk/lib/link-landing.ts'
import { queryClient } from '#desk/lib/query-client.ts'
import { showToast, ToastProvider } from '#ui/toast.tsx'
import { LoadFailure, router } from './router.tsx'

/** The desk with all its providers. */
export const renderDesk = (): ReactNode => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <App />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>
)

const Entry = lazy(() => import('#desk/screens/entry/entry.tsx').then(({ Screen }) => ({ default: Screen })))

/** Shows the entry flow until a member has signed in, then the desk. */
function App() {
  const door = useAuthState()
  const isOpening = door.kind === 'opening'
  const isSignedOut = door.kind === 'signed-out'
  useEffect(() => void refreshAuthState(), [])
  // After sign-in, a message is shown as a toast on the first screen; before sign-in, the form shows the message.
  const isTold = useRef(false)
  useEffect(() => {
    if (isOpening || isTold.current) return
    isTold.current = true
    if (!isSignedOut && landing.says) showToast(landing.says.text, { isAlert: landing.says.isFault })
  }, [isOpening, isSignedOut])

  if (door.kind === 'open') return <RouterProvider router={router} />
  return (
    <CatchBoundary getResetKey={() => door.kind} errorComponent={LoadFailure}>
      <Suspense>
        <Entry door={door} />
      </Suspense>
    </CatchBoundary>
  )
}
