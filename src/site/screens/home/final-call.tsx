import { home } from '#content/home.ts'
import { BookCallButton, CallSteps, SlotsClaim } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './home.module.css'

const { finalCall } = home

/** The last word: a free half hour, minute by minute. */
export function FinalCall() {
  return (
    <section className={`${layout.signal} ${css.finalCallSection}`}>
      <div className={`${frame.split60} ${layout.page} ${css.finalCallInner}`}>
        <div className={layout.top}>
          <p>{finalCall.eyebrow}</p>
          <h2>{finalCall.title}</h2>
          <p className={css.text}>{finalCall.text}</p>
          <p className={css.finalCallPrice}>
            <span className={css.usually}>
              {`${finalCall.priceLabel} `}
              <s>{finalCall.price}</s>
            </span>
            <strong>{finalCall.free}</strong>
          </p>
          <div className={`${layout.bar} ${css.action}`}>
            <BookCallButton place="final-call" look="plain" />
            <SlotsClaim>{finalCall.slots}</SlotsClaim>
          </div>
        </div>
        <div>
          <h3 className={css.stepsTitle}>{finalCall.stepsTitle}</h3>
          <CallSteps detailed />
        </div>
      </div>
    </section>
  )
}
