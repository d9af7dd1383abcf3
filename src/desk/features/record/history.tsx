import type { ReactNode } from 'react'
import { letterStateText } from '#desk/lib/letter-words.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { shortDay, timeOfDay } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import type { Note, RecordRef, Reply, TimelineEntry, VisitorEmail } from './api.ts'
import { describeEntry } from './change-words.ts'
import css from './record.module.css'
import { mentionNames, splitAtMentions } from './text-marks.ts'
import { EmailFromVisitor } from './visitor-email.tsx'

interface HistoryProps {
  place: RecordRef
  record: {
    timeline: readonly TimelineEntry[]
    notes: readonly Note[]
    replies: readonly Reply[]
    emails: readonly VisitorEmail[]
  }
  mayWork: boolean
  statusWords: Readonly<Record<string, string>>
  /** The form for the next note. */
  children?: ReactNode
}

/** Lists all events, notes, replies and emails in order, each with its author and time. */
export function History({ place, record, mayWork, statusWords, children }: HistoryProps) {
  const { timeline, notes, replies, emails } = record
  const { actor: nameOf, all } = useTeamMembers()
  const bodyOf = ({ body, mentioned = [] }: Note) =>
    splitAtMentions(
      body,
      all.filter(({ id }) => mentioned.includes(id)).flatMap(mentionNames),
      // biome-ignore lint/suspicious/noArrayIndexKey: a note never changes.
    ).map((part, at) => (at % 2 ? <strong key={at}>{part}</strong> : part))
  const days = Map.groupBy(timeline, ({ at }) => shortDay(new Date(at)))
  return (
    <div className={`${layout.stack} ${layout.small} ${css.history}`}>
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <p className={`${css.title} ${css.day}`}>{day}</p>
          <ol>
            {entries.map((entry, at) => {
              const reply = replies.find(({ id }) => id === entry.details.reply)
              const note = notes.find(({ id }) => id === entry.details.note)
              const email = showsEmail(entry) && emails.find(({ id }) => id === entry.details.email)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end.
                <li key={at} className={css.entry}>
                  <time dateTime={entry.at} className={css.time}>
                    {timeOfDay(new Date(entry.at))}
                  </time>
                  <div className={`${layout.anywhere} ${css.what}`}>
                    <p>{describeEntry(entry, statusWords, nameOf)}</p>
                    {reply && <p className={css.note}>{reply.body}</p>}
                    {reply?.state && <p className={layout.tiny}>{letterStateText({ ...reply, state: reply.state })}</p>}
                    {email && <EmailFromVisitor email={email} place={place} mayWork={mayWork} />}
                    {note && <p className={css.note}>{bodyOf(note)}</p>}
                  </div>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
      {children}
    </div>
  )
}

/** True for the arrival of an email. Later entries about the email do not repeat its text. */
const showsEmail = ({ action }: TimelineEntry) => action === 'email_received' || action === 'email_noted'
