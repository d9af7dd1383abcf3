import type { ReactNode } from 'react'
import type { ViewId } from '#content/views.ts'
import { Boundary } from '#site/lib/boundary.tsx'
import { CrashNotice } from './crash-notice.tsx'

/** Replaces a crashed view by an explanation and links; header and footer stay. */
export function CrashScreen({ view, children }: { view: ViewId; children: ReactNode }) {
  const fallback = () => (
    <main id="content">
      <CrashNotice />
    </main>
  )
  return (
    <Boundary place={view} fallback={fallback}>
      {children}
    </Boundary>
  )
}
