import type { Said } from '#desk/lib/landing.ts'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'

/** Why the user is here: an expired link, or a session that ended. */
export function Saying({ text, isFault }: Said) {
  return (
    <p
      className={[pieces.said, layout.anywhere, css.saying, isFault && css.fault].filter(Boolean).join(' ')}
      role={isFault ? 'alert' : 'status'}
    >
      {text}
    </p>
  )
}
