import { useIsOnline } from '#desk/lib/connection.ts'
import css from './connection-notice.module.css'

/** Says that what is on the screen may be old, as long as there is no connection; it stays in sight. */
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
