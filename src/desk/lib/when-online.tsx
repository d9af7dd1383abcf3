import type { ReactNode } from 'react'
import { useIsOnline } from './connection.ts'
import css from './when-online.module.css'

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
      <fieldset className={css.actions} role="presentation" disabled={!isOnline}>
        {children}
      </fieldset>
      {says && !isOnline && (
        <p className={css.reason}>No connection: nothing can be changed until it is back.</p>
      )}
    </>
  )
}
