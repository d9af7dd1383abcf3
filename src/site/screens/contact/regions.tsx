import { contact, type Region } from '#content/contact.ts'
import { useNow } from '#site/lib/use-now.ts'
import { Board } from '#ui/board.tsx'
import { DayBar, DayScale, utcHour } from '#ui/day-bar.tsx'
import layout from '#ui/layout.module.css'
import css from './contact.module.css'

const { regions } = contact
const { labels, chart } = regions

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const isAllDay = (region: Region) => region.utcTo - region.utcFrom === 24

/** Who is where and when: four regions as the rows of a board, each with its hours of one UTC day. */
export function Regions() {
  const now = useNow()
  const utcNow = now && utcHour(now)
  return (
    <Board>
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
    </Board>
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
        <dd>
          {clock(utcFrom)}–{clock(utcTo)}
        </dd>
      </dl>
      <div className={css.hours}>
        <DayBar from={utcFrom} to={to} look={isAllDay(region) ? 'signal' : 'ink'} now={now} />
      </div>
    </li>
  )
}
