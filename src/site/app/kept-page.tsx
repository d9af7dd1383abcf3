import { type ReactNode, useState } from 'react'
import { Boundary } from '#site/lib/boundary.tsx'
import { CrashNotice } from './crash-notice.tsx'

interface KeptPageProps {
  /** The element that the program below fills. */
  id: string
  children: ReactNode
}

/**
 * Around a whole program: when it falls, what stands on the page stays, as it would without script. Links lead on,
 * forms send and dialogs open by the browser's own means.
 */
export function KeptPage({ id, children }: KeptPageProps) {
  return (
    <Boundary place={id} fallback={() => <Standing id={id} />}>
      {children}
    </Boundary>
  )
}

function Standing({ id }: { id: string }) {
  // React has not yet taken away what fell when this is drawn for the first time.
  const [nodes] = useState(() => standingNodes(id))
  return (
    <>
      <div ref={(place) => place?.replaceChildren(...nodes)} />
      <CrashNotice floating />
    </>
  )
}

/** A dialog that was open would come back as one that is not modal, so it is closed. */
function standingNodes(id: string): readonly Node[] {
  const copy = document.getElementById(id)?.cloneNode(true) as Element | undefined
  for (const dialog of copy?.querySelectorAll('dialog[open]') ?? []) dialog.removeAttribute('open')
  return [...(copy?.childNodes ?? [])]
}
