import { Link } from '@tanstack/react-router'
import pieces from '#desk/lib/pieces.module.css'
import { longDay, timeOfDay } from '#desk/lib/times.ts'
import type { PersonRecord } from '#shared/contract/desk-records.ts'
import layout from '#ui/layout.module.css'
import css from './person.module.css'
import { type TrailItem, trailOf } from './trail-items.ts'

/** What one person did, day by day, newest first. */
export function Trail({ person }: { person: PersonRecord }) {
  const days = Map.groupBy(trailOf(person), ({ at }) => longDay(new Date(at)))
  return [...days].map(([day, items]) => (
    <section key={day} className={`${pieces.listed} ${css.day}`}>
      <h2 className={css.head}>{day}</h2>
      <ol className={css.items}>
        {items.map((item) => (
          <li key={`${item.kind} ${item.id ?? item.at}`} className={`${css.item} ${css[item.kind]}`}>
            <time className={css.time} dateTime={item.at}>
              {timeOfDay(new Date(item.at))}
            </time>
            <span>
              <Title item={item} /> <span className={layout.note}>{item.more}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  ))
}

function Title({ item: { kind, id, title } }: { item: TrailItem }) {
  if (!id) return title
  return kind === 'booking' ? (
    <Link to="/bookings" search={{ item: id }}>
      {title}
    </Link>
  ) : (
    <Link to="/messages" search={{ item: id }}>
      {title}
    </Link>
  )
}
