import { type ReactNode, useState } from 'react'
import { Boundary } from '#site/lib/boundary.tsx'
import { CrashNotice } from './crash-notice.tsx'

interface KeptPageProps {
  id: string
  children: ReactNode
}

/**
 * An error boundary around a whole root: after a crash its HTML stays and works as without script. Links navigate,
 * forms submit and dialogs open natively.
 */
export function KeptPage({ id, children }: KeptPageProps) {
  return (
    <Boundary place={id} fallback={() => <Standing id={id} />}>
      {children}
    </Boundary>
  )
}

function Standing({ id }: { id: string }) {
  // At the first render React has not yet removed the crashed content.
  const [nodes] = useState(() => standingNodes(id))
  return (
    <>
      <div ref={(place) => place?.replaceChildren(...nodes)} />
      <CrashNotice floating />
    </>
  )
}

/** An open dialog would be restored non-modal, so it is closed. */
function standingNodes(id: string): readonly Node[] {
  const copy = document.getElementById(id)?.cloneNode(true) as Element | undefined
  for (const dialog of copy?.querySelectorAll('dialog[open]') ?? []) dialog.removeAttribute('open')
  return [...(copy?.childNodes ?? [])]
}
