import { useIsOnline } from '#desk/lib/connection.ts'
import pieces from '#desk/lib/pieces.module.css'
import css from './shell.module.css'

/** A sticky notice while there is no connection: what is on the screen may be stale. */
export function ConnectionNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={css.place}>
      {!isOnline && (
        <p className={`${pieces.problem} ${css.notice}`}>
          No connection. You can read what is here; nothing can be changed until it is back.
        </p>
      )}
    </div>
  )
}
