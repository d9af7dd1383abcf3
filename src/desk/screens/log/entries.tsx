import { Link } from '@tanstack/react-router'
import { useNames } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { longDay, timeOfDay } from '#desk/lib/times.ts'
import type { AuditEntry } from '#shared/contract/desk-people.ts'
import layout from '#ui/layout.module.css'
import css from './log.module.css'
import { sentenceOf, subjectOf } from './log-words.ts'

/** The entries under their days. */
export function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const names = useNames()
  const days = Map.groupBy(entries, ({ at }) => longDay(new Date(at)))
  return [...days].map(([day, those]) => (
    <section key={day} className={css.day}>
      <h2 className={pieces.day}>{day}</h2>
      <ol>
        {those.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and are only ever added at the end.
          <li key={index} className={`${layout.small} ${pieces.bounded} ${css.entry}`}>
            <time className={`${layout.soft} ${css.time}`} dateTime={entry.at}>
              {timeOfDay(new Date(entry.at))}
            </time>
            <span className={entry.outcome === 'refused' ? layout.alert : undefined}>
              <strong>{subjectOf(entry, names)}</strong> {sentenceOf(entry, names)}
              <Subject entry={entry} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  ))
}

/** The link to the record that an entry is about, while that record exists. */
function Subject({ entry: { subject, subject_id } }: { entry: AuditEntry }) {
  if (!subject_id) return null
  if (subject === 'strategy_call_bookings') {
    return (
      <Link to="/bookings" search={{ item: subject_id }} className={css.link}>
        see it
      </Link>
    )
  }
  if (subject === 'contact_messages') {
    return (
      <Link to="/messages" search={{ item: subject_id }} className={css.link}>
        see it
      </Link>
    )
  }
  return null
}
