import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { lookAtDoor, useDoor } from '#desk/lib/door.ts'
import { router } from './router.tsx'

const Entry = lazy(() => import('#desk/screens/entry/entry.tsx').then(({ Screen }) => ({ default: Screen })))

/** The way in, until it is open; then the desk. */
export function App() {
  const door = useDoor()
  useEffect(() => void lookAtDoor(), [])
  if (door.kind === 'open') return <RouterProvider router={router} />
  return (
    <Suspense>
      <Entry door={door} />
    </Suspense>
  )
}
