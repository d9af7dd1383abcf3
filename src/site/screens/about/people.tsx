import { countAtStart } from '#content/number-words.ts'
import { initialsOf, type Person, people } from '#content/people.ts'
import {
  formatTimeOfDay,
  formatWallClock,
  hourCycleOf,
  prerenderedDay,
  utcOffsetHours,
} from '#shared/lib/local-time.ts'
import { DayBar, DayScale, utcHour } from '#site/lib/day-bar.tsx'
import frame from '#site/lib/frame.module.css'
import { useNow } from '#site/lib/timing.ts'
import layout from '#ui/layout.module.css'
import css from './about.module.css'

const { title, text, team } = people

/** The team as a roster: everyone's working day on one UTC scale. */
export function People() {
  const now = useNow()
  if (team.length === 0) return null
  return (
    <section className={layout.page}>
      <div className={`${frame.split64} ${css.peopleHead}`}>
        <h2>{team.length === 1 ? people.titleOfOne : title(countAtStart(team.length))}</h2>
        <p>{text}</p>
      </div>
      <ul className={layout.ruled}>
        {team.map((person) => (
          <Row key={`${person.name} ${person.role}`} person={person} now={now} />
        ))}
      </ul>
      <div className={css.scale}>
        <DayScale />
      </div>
    </section>
  )
}

function Row({ person, now }: { person: Person; now: Date | null }) {
  const { name, does, role, city, zone, from, to, portrait } = person
  const offset = utcOffsetHours(zone, now ?? prerenderedDay)
  return (
    <li className={`${frame.entry} ${css.row}`}>
      {portrait ? (
        <img className={css.face} src={portrait} alt="" width="80" height="80" loading="lazy" />
      ) : (
        <p className={css.face} aria-hidden="true">
          {initialsOf(name)}
        </p>
      )}
      <div>
        <h3 className={css.does}>{does}</h3>
        <p>
          <strong>{name}</strong>, {role}
        </p>
      </div>
      <p className={`${layout.soft} ${css.peopleText}`}>{person.text}</p>
      <div className={css.day}>
        <p className={`${layout.note} ${layout.spread} ${css.place}`}>
          <strong>{city}</strong>
          <span>{now ? clock(zone, now) : people.hours(wholeHour(from), wholeHour(to))}</span>
        </p>
        <DayBar from={from - offset} to={to - offset} now={now && utcHour(now)} />
      </div>
    </li>
  )
}

const wholeHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const clock = (zone: string, date: Date) => formatTimeOfDay(formatWallClock(date, zone).slice(11), hourCycleOf())
