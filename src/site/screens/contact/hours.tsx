import { promises } from '#content/claims.ts'
import { contact, type Region } from '#content/contact.ts'
import { formatTimeOfDay, formatWallClock, hourCycleOf } from '#shared/lib/local-time.ts'
import { DayBar, DayScale, utcHour } from '#site/lib/day-bar.tsx'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { DarkSection } from '#site/lib/section.tsx'
import { useNow } from '#site/lib/timing.ts'
import layout from '#ui/layout.module.css'
import css from './contact.module.css'

const { regions } = contact
const { labels, chart } = regions

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const isAllDay = (region: Region) => region.utcTo - region.utcFrom === 24

/** The working hours of four regions on one UTC day. */
export function Regions() {
  const now = useNow()
  const utcNow = now && utcHour(now)
  return (
    <DarkSection>
      <div className={css.day}>
        <h2>{regions.title}</h2>
        <p className={css.regionsText}>{regions.text}</p>
        <div className={css.legend}>
          <p className={css.chartTitle}>{chart.title}</p>
          <p className={css.now}>{now && chart.now(now.toISOString().slice(11, 16))}</p>
        </div>
        <ul className={layout.ruled}>
          {regions.items.map((region) => (
            <RegionRow key={region.region} region={region} now={utcNow} />
          ))}
        </ul>
        <div className={css.scale}>
          <DayScale />
        </div>
        <p className={`${layout.note} ${css.note}`}>{chart.note}</p>
      </div>
    </DarkSection>
  )
}

function RegionRow({ region, now }: { region: Region; now: number | null }) {
  const { utcFrom, utcTo } = region
  const to = utcTo > utcFrom ? utcTo : utcTo + 24
  return (
    <li className={css.region} data-chart="">
      <h3>{region.region}</h3>
      <dl className={css.facts}>
        <dt>{labels.address}</dt>
        <dd>{region.address}</dd>
        <dt>{labels.timezone}</dt>
        <dd>{region.timezone}</dd>
        <dt>{labels.coverage}</dt>
        <dd>{region.coverage}</dd>
        <dt>{labels.hours}</dt>
        <dd>{`${clock(utcFrom)}–${clock(utcTo)}`}</dd>
      </dl>
      <div className={css.hours}>
        <DayBar from={utcFrom} to={to} look={isAllDay(region) ? 'signal' : 'ink'} now={now} />
      </div>
    </li>
  )
}

const { reply } = contact.form
const answerHours = Number(promises.answerHours)
/** A long ruler has a tick for only some hours. */
const tickHours = Math.ceil(answerHours / 24)
const ticks = Array.from({ length: Math.floor(answerHours / tickHours) + 1 }, (_, tick) => tick)

const at = (tick: number) => `${(((tick * tickHours) / answerHours) * 100).toFixed(3)}%`
/** Formats a time, such as 'Wednesday 14:00'. */
function moment(at: Date): string {
  const day = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(at)
  return `${day} ${formatTimeOfDay(formatWallClock(at).slice(11), hourCycleOf())}`
}

/** The hours between a message and its answer, in the visitor's local time after hydration. */
export function ReplyRuler() {
  const now = useNow()
  const due = now && new Date(now.getTime() + answerHours * 60 * 60 * 1000)
  return (
    <figure className={`${frame.below} ${css.figure}`}>
      <figcaption>
        {reply.title}
        <strong className={css.moment}>{due ? moment(due) : reply.moment}</strong>
      </figcaption>
      <svg className={drawing.drawing} width="100%" height="44" aria-hidden="true">
        <rect className={drawing.signal} width="100%" height="44" />
        {ticks.map((tick) => (
          <line key={tick} className={drawing.tick} x1={at(tick)} x2={at(tick)} y2={tick % 6 === 0 ? 18 : 10} />
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
