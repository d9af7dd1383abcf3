import { freeTimesWords } from '#content/available-times.ts'
import { buttonLook } from '#ui/button.tsx'
import css from './offered-times.module.css'
import { PlainForm } from './plain-form.tsx'

interface OfferedTime {
  target: number
  /** In the visitor's zone. */
  time: string
}

/** Free times: the first few, then all by day. */
export interface Offers {
  first: readonly OfferedTime[]
  days: readonly { day: string; times: readonly OfferedTime[] }[]
}

interface OfferedTimesProps {
  seen: { call: string; status: string; starts: number }
  offers: Offers
}

/** Free times, each a button that moves the call to it. Days open one at a time, which needs no script. */
export const OfferedTimes = ({ seen, offers: { first, days } }: OfferedTimesProps) => (
  <PlainForm action="/call/move" hidden={seen} submit={null}>
    <Times times={first} look={css.first} label={freeTimesWords.title} />
    <details className={css.more}>
      <summary>{freeTimesWords.more}</summary>
      {days.map(({ day, times }) => (
        <details key={day} name="day" className={css.day}>
          <summary>
            {day} <span>{freeTimesWords.count(times.length)}</span>
          </summary>
          <Times times={times} look={css.times} label={freeTimesWords.on(day)} />
        </details>
      ))}
    </details>
  </PlainForm>
)

/** The few times that the team has chosen for the visitor, above all others on the page. */
export const ChosenTimes = ({
  seen,
  times,
  label,
}: Pick<OfferedTimesProps, 'seen'> & { times: readonly OfferedTime[]; label: string }) => (
  <PlainForm action="/call/move" hidden={seen} submit={null}>
    <Times times={times} look={css.first} label={label} kind="signal" />
  </PlainForm>
)

const Times = ({
  times,
  look,
  label,
  kind = 'plain',
}: {
  times: readonly OfferedTime[]
  look?: string | undefined
  label: string
  kind?: 'plain' | 'signal'
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands.
  <div className={look} role="group" aria-label={label}>
    {times.map(({ target, time }) => (
      <button key={target} type="submit" name="target" value={target} className={buttonLook(kind, 'small')}>
        {time}
      </button>
    ))}
  </div>
)
