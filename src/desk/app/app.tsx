import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { lookAtDoor, useDoor } from '#desk/lib/door.ts'
import { landing } from '#desk/lib/landing.ts'
import { tell } from '#ui/toast.tsx'
import { LoadFailure } from './load-failure.tsx'
import { router } from './router.tsx'

const Entry = lazy(() => import('#desk/screens/entry/entry.tsx').then(({ Screen }) => ({ default: Screen })))

/** The entry flow until somebody is let in; then the desk. */
export function App() {
  const door = useDoor()
  const isOpening = door.kind === 'opening'
  const isSignedOut = door.kind === 'signed-out'
  useEffect(() => void lookAtDoor(), [])
  // Shown on the first screen after sign-in; before sign-in it is shown above the form.
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
