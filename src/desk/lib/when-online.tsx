import type { ReactNode } from 'react'
import { useIsOnline } from './connection.ts'
import css from './when-online.module.css'

interface WhenOnlineProps {
  children: ReactNode
  /** Says the reason here, where the notice of the page is out of sight: in a dialog. */
  says?: boolean
}

/** What changes something stands in here, and cannot be used while there is no connection. */
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
