import { callPage } from '#content/visitor-call.ts'
import { buttonLook } from '#ui/button.tsx'
import { FieldView } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import css from './call-page.module.css'
import { Linked } from './linked.tsx'
import { ChosenTimes, OfferedTimes, type Offers } from './offered-times.tsx'
import { PlainForm } from './plain-form.tsx'

/** The ways to change a call. `seen` is what the visitor saw, so that a change made meanwhile is not overwritten. */
export interface CallChanges {
  seen: { call: string; status: string; starts: number }
  /** The call is not confirmed yet. */
  isAsked: boolean
  /** Moving to a free time: until when, or why not. `error`: why the last attempt failed. */
  move: {
    limit: string | null
    offers: Offers
    /** What the team offers, if it does. */
    offered: { text: string; times: Offers['first'] } | null
    error: string | undefined
  }
  /** In the visitor's zone, which the page names: a date field of a browser has no zone. */
  time: { value: string; min: string; max: string; zone: string }
  /** Why the proposed time was refused. */
  error: string | undefined
}

const { move: moving, propose, cancel } = callPage

export const Changes = ({ seen, isAsked, move, time, error }: CallChanges) => (
  <>
    {move.offered && (
      <section className={`${layout.stack} ${css.block}`}>
        <h2>{moving.offeredTitle}</h2>
        <p>{move.offered.text}</p>
        <p className={layout.fine}>{propose.hint(time.zone)}</p>
        <ChosenTimes seen={seen} times={move.offered.times} label={moving.offeredTitle} />
      </section>
    )}
    {(move.limit || move.offers.first.length > 0) && (
      <section className={`${layout.stack} ${css.block}`} id="free-times">
        <h2>{isAsked ? moving.askedTitle : moving.confirmedTitle}</h2>
        {move.limit ? (
          <p>
            <Linked text={move.limit} />
          </p>
        ) : (
          <>
            <p>{isAsked ? moving.askedText : moving.confirmedText}</p>
            <p className={layout.fine}>{propose.hint(time.zone)}</p>
            <OfferedTimes seen={seen} offers={move.offers} />
          </>
        )}
      </section>
    )}
    <section className={`${layout.stack} ${css.block}`}>
      <h2>{propose.title}</h2>
      <p>{isAsked ? propose.askedText : propose.confirmedText}</p>
      <PlainForm action="/call/propose" hidden={seen} submit={propose.submit}>
        <FieldView
          spec={{
            name: 'time',
            label: propose.label,
            type: 'datetime-local',
            required: true,
            autocomplete: 'off',
          }}
          defaultValue={time.value}
          min={time.min}
          max={time.max}
          hint={propose.hint(time.zone)}
          error={error}
        />
      </PlainForm>
    </section>
    {/* The details must be opened first, which needs no script. */}
    <details className={css.cancel}>
      <summary>{cancel.open}</summary>
      <PlainForm
        action="/call/cancel"
        hidden={seen}
        submit={
          <button type="submit" className={`${buttonLook()} ${css.undo}`}>
            {cancel.submit}
          </button>
        }
      >
        <p>{isAsked ? cancel.askedText : cancel.confirmedText}</p>
      </PlainForm>
    </details>
  </>
)
