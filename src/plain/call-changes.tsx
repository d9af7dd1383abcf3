import { availableTimesWords } from '#content/available-times.ts'
import { plural } from '#content/tree.ts'
import { callPage } from '#content/visitor-call.ts'
import { buttonClass } from '#ui/button.tsx'
import { FieldView } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import css from './call-page.module.css'
import { PlainForm, TextWithMailLink } from './page.tsx'

/**
 * The ways to change a call. `seen` is the state that the visitor saw, which shows whether the call has changed since.
 */
export interface CallChanges {
  seen: { call: string; status: string; starts: number }
  /** True if the call is not confirmed yet. */
  isAsked: boolean
  /**
   * Says what a move to an available time does, or why a move is impossible. `error` says why the last attempt failed.
   */
  move: {
    text: string
    limit: string | null
    offers: AvailableTimesByDay
    /** The times that the team offers, if any. */
    offered: { text: string; times: AvailableTimesByDay['first'] } | null
    error: string | undefined
  }
  /** Says what a proposal does. If `field` is null, the text says why the visitor cannot propose a time. */
  proposal: { text: string; field: { defaultValue: string; min: string; max: string } | null }
  /** The visitor's zone. The zone is shown because a browser's date field does not show one. */
  zone: string
  /** The reason the proposed time was refused. */
  error: string | undefined
}

const { move: moving, propose, cancel } = callPage

export const CallChangeForms = ({ seen, isAsked, move, proposal, zone, error }: CallChanges) => (
  <>
    {move.offered && (
      <section className={`${layout.stack} ${css.block}`}>
        <h2>{moving.offeredTitle}</h2>
        <p>{move.offered.text}</p>
        <p className={layout.fine}>{propose.hint(zone)}</p>
        <OfferedTimesForm seen={seen} times={move.offered.times} label={moving.offeredTitle} />
      </section>
    )}
    {(move.limit || move.offers.first.length > 0) && (
      <section className={`${layout.stack} ${css.block}`} id="free-times">
        <h2>{isAsked ? moving.askedTitle : moving.confirmedTitle}</h2>
        {move.limit ? (
          <p>
            <TextWithMailLink text={move.limit} />
          </p>
        ) : (
          <>
            <p>{move.text}</p>
            <p className={layout.fine}>{propose.hint(zone)}</p>
            <AvailableTimesForm seen={seen} offers={move.offers} />
          </>
        )}
      </section>
    )}
    <section className={`${layout.stack} ${css.block}`}>
      <h2>{propose.title}</h2>
      <p>
        <TextWithMailLink text={proposal.text} />
      </p>
      {proposal.field && (
        <PlainForm action="/call/propose" hidden={seen} submit={propose.submit}>
          <FieldView
            spec={{
              name: 'time',
              label: propose.label,
              type: 'datetime-local',
              required: true,
              autocomplete: 'off',
            }}
            {...proposal.field}
            hint={propose.hint(zone)}
            error={error}
          />
        </PlainForm>
      )}
    </section>
    {/* Asks for confirmation without JavaScript. */}
    <details className={css.cancel}>
      <summary>{cancel.open}</summary>
      <PlainForm
        action="/call/cancel"
        hidden={seen}
        submit={
          <button type="submit" className={`${buttonClass()} ${css.undo}`}>
            {cancel.submit}
          </button>
        }
      >
        <p>{isAsked ? cancel.askedText : cancel.confirmedText}</p>
      </PlainForm>
    </details>
  </>
)

interface TimeOption {
  target: number
  /** An offered time, formatted in the visitor's zone. */
  time: string
}

/** The available times: the first few, then all of them by day. */
export interface AvailableTimesByDay {
  first: readonly TimeOption[]
  days: readonly { day: string; times: readonly TimeOption[] }[]
}

interface AvailableTimesFormProps {
  seen: { call: string; status: string; starts: number }
  offers: AvailableTimesByDay
}

/** The available times, as buttons that move the call. Only one day can be open at a time, even without JavaScript. */
export const AvailableTimesForm = ({ seen, offers: { first, days } }: AvailableTimesFormProps) => (
  <PlainForm action="/call/move" hidden={seen} submit={null}>
    <TimeButtons times={first} look={css.first} label={availableTimesWords.title} />
    <details className={css.more}>
      <summary>{availableTimesWords.more}</summary>
      {days.map(({ day, times }) => (
        <details key={day} name="day" className={css.dayTimes}>
          <summary>
            {day} <span>{plural(times.length, availableTimesWords.count)}</span>
          </summary>
          <TimeButtons times={times} look={css.times} label={availableTimesWords.on(day)} />
        </details>
      ))}
    </details>
  </PlainForm>
)

/** The times that the team offers. The page shows these times first. */
const OfferedTimesForm = ({
  seen,
  times,
  label,
}: Pick<AvailableTimesFormProps, 'seen'> & { times: readonly TimeOption[]; label: string }) => (
  <PlainForm action="/call/move" hidden={seen} submit={null}>
    <TimeButtons times={times} look={css.first} label={label} kind="signal" />
  </PlainForm>
)

const TimeButtons = ({
  times,
  look,
  label,
  kind = 'plain',
}: {
  times: readonly TimeOption[]
  look?: string | undefined
  label: string
  kind?: 'plain' | 'signal'
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands.
  <div className={look} role="group" aria-label={label}>
    {times.map(({ target, time }) => (
      <button key={target} type="submit" name="target" value={target} className={buttonClass(kind, 'small')}>
        {time}
      </button>
    ))}
  </div>
)
