import { contact } from '#content/contact.ts'
import { hourCycleOf, timeOfDay } from '#shared/lib/hour-cycle.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { useNow } from '#site/lib/use-now.ts'
import css from './contact.module.css'

const { reply } = contact.form
const hours = Array.from({ length: 25 }, (_, hour) => hour)
const dayMs = 24 * 60 * 60 * 1000

const at = (hour: number) => `${((hour / 24) * 100).toFixed(3)}%`
/** 'Wednesday 14:00' */
function moment(at: Date): string {
  const day = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(at)
  return `${day} ${timeOfDay(wallClock(at).slice(11), hourCycleOf())}`
}

/** The 24 hours between a message and its answer, on the visitor's own clock once that is known. */
export function ReplyRuler() {
  const now = useNow()
  return (
    <figure className={`${frame.below} ${css.figure}`}>
      <figcaption>
        {reply.title}
        <strong className={css.moment}>
          {now ? moment(new Date(now.getTime() + dayMs)) : reply.tomorrow}
        </strong>
      </figcaption>
      <svg className={drawing.drawing} width="100%" height="44" aria-hidden="true">
        <rect className={drawing.signal} width="100%" height="44" />
        {hours.map((hour) => (
          <line
            key={hour}
            className={drawing.tick}
            x1={at(hour)}
            x2={at(hour)}
            y2={hour % 6 === 0 ? 18 : 10}
          />
        ))}
        <line className={drawing.line} x1="0" x2="0" y2="44" />
        <line className={drawing.line} x1="100%" x2="100%" y2="44" />
      </svg>
      <p className={drawing.ends} aria-hidden="true">
        <span>{reply.start}</span>
        <span>{reply.end}</span>
      </p>
    </figure>
  )
}
