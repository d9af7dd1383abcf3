import type { Said } from '#desk/lib/landing.ts'
import css from './saying.module.css'

/** What happened on the way here: a link that is over, a session that has ended. */
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
