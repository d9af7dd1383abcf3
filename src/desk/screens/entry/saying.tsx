import type { Said } from '#desk/lib/landing.ts'
import css from './saying.module.css'

/** Why the user is here: an expired link, or a session that ended. */
export function Saying({ text, isFault }: Said) {
  return (
    <p
      className={[css.saying, isFault && css.fault].filter(Boolean).join(' ')}
      role={isFault ? 'alert' : 'status'}
    >
      {text}
    </p>
  )
}
