import { callSteps } from '#content/call-steps.ts'
import css from './call-steps.module.css'

/** The half hour as a schedule: three steps of ten minutes. */
export function CallSteps({
  className,
  detailed = false,
}: {
  className?: string | undefined
  detailed?: boolean
}) {
  return (
    <ol className={[css.steps, detailed && css.detailed, className].filter(Boolean).join(' ')}>
      {callSteps.steps.map((step) => (
        <li key={step.fromMinute} className={css.step}>
          <span className={css.minutes}>
            {`${step.fromMinute}–${step.toMinute}`}
            <span> min</span>
          </span>
          <span>
            <strong className={css.name}>{step.title}</strong>
            {detailed && <span className={css.text}>{step.description}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
