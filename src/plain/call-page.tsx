import type { ReactNode } from 'react'
import { callPage as words } from '#content/visitor-call.ts'
import layout from '#ui/layout.module.css'
import { CallChangeForms, type CallChanges } from './call-changes.tsx'
import css from './call-page.module.css'
import { ActionLink, type Page, PlainForm, TextWithMailLink } from './page.tsx'

/** One step from the request to the call. */
interface CallStageView {
  what: string
  when: string
  is: 'done' | 'now' | 'next' | 'end'
  isLate: boolean
}

/** A call as its visitor sees it, with all text and times formatted. */
export interface CallView {
  title: string
  lead: string
  /** The result of the last action, or the reason it failed. */
  notice: { role: 'status' | 'alert'; text: string } | null
  /** The time in large figures. */
  board: { label: string; time: string; day: string; zone: string; isAsked: boolean } | null
  /** The state of a requested time. `hold`: the values that the button sends to hold the time. */
  time: { text: string; hold: { call: string } | null } | null
  proposed: string | null
  /** The meeting link, if the call is not by phone. */
  link: string | null
  stops: readonly CallStageView[]
  calendars: { title: string; links: readonly { label: string; href: string }[]; note: string | null } | null
  /** Null once the call is over. */
  changes: CallChanges | null
  told: readonly { label: string; value: string }[]
  message: string | null
  reference: string
}

export function callPage(call: CallView): Page {
  const lead = (
    <>
      <p className={css.lead}>
        <TextWithMailLink text={call.lead} />
      </p>
      {call.link && (
        <p>
          <a href={call.link} rel="noreferrer">
            {words.joins}
          </a>
        </p>
      )}
    </>
  )
  const way = (
    <>
      <CallStages stops={call.stops} />
      {call.calendars && <Calendars {...call.calendars} />}
    </>
  )
  const actions = (
    <>
      {call.changes ? <CallChangeForms {...call.changes} /> : <BookAgainLink />}
      <RequestDetails {...call} />
    </>
  )
  const frame = { title: call.title, notice: <Notices {...call} /> }
  if (!call.board && !call.time && !call.proposed)
    return {
      ...frame,
      beside: (
        <>
          {lead}
          {way}
        </>
      ),
      body: actions,
    }
  return { ...frame, beside: lead, body: <CallTimes {...call} />, below: { beside: way, body: actions } }
}

function Notices({ notice, changes }: Pick<CallView, 'notice' | 'changes'>) {
  return (
    <>
      {notice && (
        <p className={css.notice} role={notice.role}>
          {notice.text}
        </p>
      )}
      {changes?.error && (
        <p className={`${css.notice} ${css.problem}`} role="alert">
          <a href="#time">{words.propose.title}</a>: <TextWithMailLink text={changes.error} />
        </p>
      )}
      {changes?.move.error && (
        <p className={`${css.notice} ${css.problem}`} role="alert">
          <TextWithMailLink text={changes.move.error} />
        </p>
      )}
    </>
  )
}

const CallTimes = ({ board, time, proposed }: Pick<CallView, 'board' | 'time' | 'proposed'>) => (
  <>
    {board && <Board {...board} />}
    {time && <TimeState {...time} />}
    {proposed && (
      <div className={`${layout.fine} ${css.board} ${css.asked} ${css.second}`}>
        <p className={layout.label}>{words.proposedLabel}</p>
        <p className={css.day}>{proposed}</p>
      </div>
    )}
  </>
)

export const callAnswer = ({ title, text }: { title: string; text: string }): Page => ({
  title,
  body: (
    <>
      <p>
        <TextWithMailLink text={text} />
      </p>
      <BookAgainLink />
    </>
  ),
})

const BookAgainLink = () => <ActionLink href="/forms/booking">{words.again}</ActionLink>

const Board = ({ label, time, day, zone, isAsked }: NonNullable<CallView['board']>) => (
  <div className={isAsked ? `${css.board} ${css.asked}` : css.board}>
    <p className={layout.label}>{label}</p>
    <p className={css.time}>{time}</p>
    <p className={css.day}>{day}</p>
    <p className={css.zone}>{zone}</p>
  </div>
)

const TimeState = ({ text, hold }: NonNullable<CallView['time']>) => (
  <>
    <p className={css.notice}>{text}</p>
    {hold && <PlainForm action="/call/hold" hidden={hold} submit={words.times.hold} />}
  </>
)

const CallStages = ({ stops }: Pick<CallView, 'stops'>) => (
  <section className={`${layout.stack} ${css.block}`}>
    <h2>{words.stopsTitle}</h2>
    <ol className={css.line}>
      {stops.map(({ what, when, is, isLate }) => (
        <li
          key={what}
          className={[css.stop, css[is], isLate && css.late].filter(Boolean).join(' ')}
          aria-current={is === 'now' ? 'step' : undefined}
        >
          <strong>{what}</strong>
          {when && <span>{when}</span>}
        </li>
      ))}
    </ol>
  </section>
)

const Calendars = ({ title, links, note }: NonNullable<CallView['calendars']>) => (
  <section className={`${layout.stack} ${css.block}`}>
    <h2>{title}</h2>
    <ul className={css.links}>
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href} rel={href.startsWith('/') ? undefined : 'noreferrer'}>
            {label}
          </a>
        </li>
      ))}
    </ul>
    {note && <p className={layout.fine}>{note}</p>}
  </section>
)

/** Shows only harmless data, because anyone with the link can open the page. */
const RequestDetails = ({ told, message, reference }: Pick<CallView, 'told' | 'message' | 'reference'>) => (
  <section className={`${layout.stack} ${css.block}`}>
    <h2>{words.toldTitle}</h2>
    <dl className={css.told}>
      {told.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
      {message !== null && (
        <Fact label={words.told.message} isTyped>
          {message}
        </Fact>
      )}
      <Fact label={words.told.reference}>
        <code>{reference}</code>
      </Fact>
    </dl>
    <p className={layout.fine}>
      <TextWithMailLink text={words.toldNote} />
    </p>
    <p className={layout.fine}>{words.key}</p>
  </section>
)

function Fact({ label, isTyped, children }: { label: string; isTyped?: boolean; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={isTyped ? css.typed : undefined}>{children}</dd>
    </>
  )
}
