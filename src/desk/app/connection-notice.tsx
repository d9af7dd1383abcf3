import { useSyncExternalStore } from 'react'
import css from './connection-notice.module.css'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that what is on the screen may be old, as long as there is no connection. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className={css.notice}>
          No connection. You can read what is here; nothing can be changed until it is back.
        </p>
      )}
    </div>
  )
}
