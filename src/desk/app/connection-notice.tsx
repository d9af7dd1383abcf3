import { useIsOnline } from '#desk/lib/connection.ts'
import css from './connection-notice.module.css'

/** A sticky notice while there is no connection: what is on the screen may be stale. */
export function ConnectionNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={css.place}>
      {!isOnline && (
        <p className={css.notice}>
          No connection. You can read what is here; nothing can be changed until it is back.
        </p>
      )}
    </div>
  )
}
