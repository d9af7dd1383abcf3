import { serviceScale, services, spanOf } from '#content/services.ts'
import drawing from '#site/lib/drawing.module.css'
import css from './services.module.css'

const { marks, first, last, at: share } = serviceScale()

/** Returns an hour's position between the first and the last mark, in percent. */
const place = (hours: number) => share(hours) * 100
const at = (hours: number) => `${place(hours).toFixed(2)}%`

/** The labeled marks, which all drawings below share. */
export function TimeScale() {
  return (
    <div>
      <p className={css.timeScaleLabel}>{services.scaleLabel}</p>
      <svg className={`${drawing.drawing} ${drawing.scale}`} width="100%" height="30" aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark.hours}>
            <line className={drawing.mark} x1={at(mark.hours)} x2={at(mark.hours)} y1="20" y2="30" />
            <text x={at(mark.hours)} y="13" data-edge={edge(mark.hours)}>
              {mark.label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

/** One service on the time scale. The text next to the drawing gives the same information. */
export function TimeSpan({ duration }: { duration: string }) {
  return (
    <svg className={drawing.drawing} width="100%" height="22" aria-hidden="true" data-sweep="">
      {marks.map((mark) => (
        <line key={mark.hours} className={drawing.mark} x1={at(mark.hours)} x2={at(mark.hours)} y2="22" />
      ))}
      <Drawing duration={duration} />
    </svg>
  )
}

function Drawing({ duration }: { duration: string }) {
  const span = spanOf(duration)
  if (!span) return null
  if (span.kind === 'always') return <rect className={drawing.signal} width="100%" y="4" height="14" />
  if (span.kind === 'every') {
    const times = Array.from({ length: last / span.hours }, (_, index) => (index + 1) * span.hours)
    return (
      <>
        <line className={css.lead} x2="100%" y1="11" y2="11" />
        {times.map((hours) => (
          <line key={hours} className={css.stop} x1={at(hours)} x2={at(hours)} y1="4" y2="18" />
        ))}
      </>
    )
  }
  const width = `${(place(span.to) - place(span.from)).toFixed(2)}%`
  return (
    <>
      <line className={css.lead} x2={at(span.to)} y1="11" y2="11" />
      <rect className={drawing.ink} x={at(span.from)} width={width} y="4" height="14" />
      <line className={css.end} x1={at(span.to)} x2={at(span.to)} y1="1" y2="21" />
    </>
  )
}

function edge(hours: number) {
  if (hours === first) return 'start'
  return hours === last ? 'end' : undefined
}
