import { callPage } from '#content/visitor-call.ts'
import { buttonLook } from '#ui/button.tsx'
import css from './offered-times.module.css'
import { PlainForm } from './plain-form.tsx'

/** What is free on one day, on the visitor's clocks. */
export interface OfferedDay {
  day: string
  times: readonly { target: number; time: string }[]
}

interface OfferedTimesProps {
  seen: { call: string; status: string; starts: number }
  days: readonly OfferedDay[]
}

/** Free times, each a button that moves the call to it. */
export const OfferedTimes = ({ seen, days }: OfferedTimesProps) => (
  <PlainForm action="/call/move" hidden={seen} submit={null}>
    {days.map(({ day, times }) => (
      <div key={day} className={css.day}>
        <h3>{day}</h3>
        <ul className={css.times}>
          {times.map(({ target, time }) => (
            <li key={target}>
              <button
                type="submit"
                name="target"
                value={target}
                className={buttonLook()}
                aria-label={callPage.move.to(time, day)}
              >
                {time}
              </button>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </PlainForm>
)
