import { initialsOf, type Person, people } from '#content/people.ts'
import { zoneFormat } from '#shared/lib/time-zone.ts'
import { anyDay, utcOffsetHours } from '#shared/lib/zone-hours.ts'
import { useNow } from '#site/lib/use-now.ts'
import { DayBar, DayScale, utcHour } from '#ui/day-bar.tsx'
import css from './people.module.css'

const { title, text, sample, sampleNote, team } = people

/** Who does the work, as a roster: four working days on one clock. */
export function People() {
  const now = useNow()
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <ul className={css.roster}>
        {team.map((person) => (
          <Row key={person.name} person={person} now={now} />
        ))}
      </ul>
      <div className={css.scale}>
        <DayScale />
      </div>
      {team.some(({ isSample }) => isSample) && (
        <p className={css.sample}>
          <strong>{sample}</strong> {sampleNote}
        </p>
      )}
    </section>
  )
}

function Row({ person, now }: { person: Person; now: Date | null }) {
  const { name, does, role, city, zone, from, to, portrait } = person
  const offset = utcOffsetHours(zone, now ?? anyDay)
  return (
    <li className={css.row}>
      {portrait ? (
        <img className={css.face} src={`/people/${portrait}`} alt="" width="80" height="80" loading="lazy" />
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
      <p className={css.text}>{person.text}</p>
      <div className={css.day}>
        <p className={css.place}>
          <strong>{city}</strong>
          <span>{now ? clock(zone, now) : people.hours(from, to)}</span>
        </p>
        <DayBar from={from - offset} to={to - offset} now={now && utcHour(now)} />
      </div>
    </li>
  )
}

const clock = (zone: string, date: Date) =>
  zoneFormat(zone, { hour: '2-digit', minute: '2-digit' }).format(date)
