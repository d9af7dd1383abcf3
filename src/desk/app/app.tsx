import './layers.css'
import './font.css'
import '#ui/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { lazy, type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react'
import { lookAtDoor, useDoor } from '#desk/lib/door.ts'
import { landing } from '#desk/lib/landing.ts'
import { queryClient } from '#desk/lib/query-client.ts'
import { ToastPlace, tell } from '#ui/toast.tsx'
import { LoadFailure, router } from './router.tsx'

/** The desk with all its providers. */
export const drawDesk = (): ReactNode => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastPlace>
        <App />
      </ToastPlace>
    </QueryClientProvider>
  </StrictMode>
)

const Entry = lazy(() => import('#desk/screens/entry/entry.tsx').then(({ Screen }) => ({ default: Screen })))

/** Shows the entry flow until a member has signed in, then the desk. */
function App() {
  const door = useDoor()
  const isOpening = door.kind === 'opening'
  const isSignedOut = door.kind === 'signed-out'
  useEffect(() => void lookAtDoor(), [])
  // After sign-in, a message is shown as a toast on the first screen; before sign-in, the form shows the message.
  const isTold = useRef(false)
  useEffect(() => {
    if (isOpening || isTold.current) return
    isTold.current = true
    if (!isSignedOut && landing.says) tell(landing.says.text, { isAlert: landing.says.isFault })
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
