import type { ReactNode } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import { useIsOnline } from './connection.ts'

interface WhenOnlineProps {
  children: ReactNode
  /** Shows the reason here, for a dialog that covers the page's notice. */
  says?: boolean
}

/** Disables the controls inside while there is no connection. */
export function WhenOnline({ children, says = false }: WhenOnlineProps) {
  const isOnline = useIsOnline()
  return (
    <>
      <fieldset className={pieces.actions} role="presentation" disabled={!isOnline}>
        {children}
      </fieldset>
      {says && !isOnline && (
        <p className={`${layout.note} ${pieces.reason}`}>
          No connection: nothing can be changed until it is back.
        </p>
      )}
    </>
  )
}
