import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { mineQuery } from '#desk/features/record/api.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice, LoadError } from '#desk/lib/problem.tsx'
import { AnswerDue } from '#desk/lib/row-status.tsx'
import { useNow } from '#desk/lib/server-clock.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { clockTime, dayAndTime, isoDay, shortDay, timeOfDay, timeRange } from '#desk/lib/times.ts'
import type { Mine, MineItem } from '#shared/contract/mine.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import css from './mine.module.css'

/** The start page: the user's work, and news for the user. */
export function Screen() {
  const { data, error, refetch } = useQuery(mineQuery)
  const retry = () => void refetch()
  const failure = error && <LoadError title="Your start page could not be loaded" error={error} onRetry={retry} />
  return (
    <Page title="Mine" waiting={data?.count}>
      {data && <ErrorNotice error={error} isSlim onRetry={retry} className={pieces.spaced} />}
      {data?.mailbox_unread_since && (
        <p className={`${pieces.problem} ${pieces.spaced}`} role="alert">
          Visitors’ emails have not arrived since {dayAndTime(new Date(data.mailbox_unread_since))}, because the mailbox
          cannot be read. <Link to="/settings">Check the mailbox</Link>
        </p>
      )}
      {data ? <Work mine={data} /> : (failure ?? <Skeleton />)}
    </Page>
  )
}

function Work({ mine: { today, due, steps, news, ...mine } }: { mine: Mine }) {
  const now = useNow()
  const { actor } = useTeamMembers()
  const isToday = (at: string) => isoDay(new Date(at)) === isoDay(new Date(now))
  const calls = mine.calls.filter(({ starts }) => isToday(starts))
  if (due.length + steps.length + news.length + calls.length === 0) {
    return (
      <EmptyState title="Nothing needs you now" text="Your answers, follow-ups, calls and mentions appear here.">
        <Link to="/bookings" search={{}} className={buttonClass('signal')}>
          Go to bookings
        </Link>
      </EmptyState>
    )
  }
  return (
    <div className={css.parts}>
      <div className={layout.top}>
        <Part title="Answers due" none="No visitor is waiting for your answer." items={due}>
          {(item) => <AnswerDue item={item} />}
        </Part>
        <Part title="New for you" none="Nothing new." items={news}>
          {({ what, kind, at, by, body }) => (
            <>
              {body && <span className={`${layout.small} ${layout.clip}`}>{body}</span>}
              <span className={layout.note}>
                {causes[kind === 'record' ? what : kind]} {by === null ? 'automatically' : `by ${actor(by)}`},{' '}
                {isToday(at) ? timeOfDay(new Date(at)) : dayAndTime(new Date(at))}
              </span>
            </>
          )}
        </Part>
      </div>
      <div className={layout.top}>
        <Part title="Calls today" none="You have no calls today." items={calls}>
          {({ starts, ends }) => (
            <span className={`${layout.small} ${layout.numbers} ${pieces.strong}`}>
              {timeRange(clockTime(new Date(starts)), clockTime(new Date(ends)))}
              {Date.parse(ends) <= now && <span className={layout.tiny}> ended</span>}
            </span>
          )}
        </Part>
        <Part title="Follow-ups" none="You have no follow-ups." items={steps}>
          {({ step, on }) => (
            <>
              <span className={`${layout.small} ${layout.clip}`}>{step}</span>
              <span className={`${layout.small} ${on < today ? layout.alert : ''} ${on <= today ? pieces.strong : ''}`}>
                {on === today ? 'Today' : `${on < today ? 'Overdue: ' : ''}${shortDay(new Date(on), 'UTC')}`}
              </span>
            </>
          )}
        </Part>
      </div>
    </div>
  )
}

const causes = { booking: 'Booking assigned', message: 'Message assigned', step: 'Step assigned', mention: 'Mentioned' }

interface PartProps<Item> {
  title: string
  none: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** A part of the page, with a link to the record of each item. */
function Part<Item extends MineItem>({ title, none, items, children }: PartProps<Item>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={`${pieces.heading} ${css.head}`}>
        {title}
      </h2>
      {items.length === 0 && <p className={`${layout.note} ${css.item}`}>{none}</p>}
      <ul>
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record can have several items.
          <li key={`${item.id} ${place}`} className={`${pieces.pressed} ${layout.anywhere} ${css.item}`}>
            <span className={layout.close}>
              <Link
                to={item.what === 'booking' ? '/bookings' : '/messages'}
                search={{ item: item.id }}
                className={`${layout.label} ${pieces.cover}`}
              >
                <bdi>{item.name}</bdi>
              </Link>
              <bdi className={layout.tiny}>{item.company}</bdi>
            </span>
            <span className={layout.close}>{children(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
