import { services } from '#content/services.ts'
import css from './services.module.css'
import { TimeScale, TimeSpan } from './time-scale.tsx'

/** All services under one scale of time, to compare at a glance. */
export function ServiceScale() {
  return (
    <div className={css.scale}>
      <div className={css.serviceScaleHead}>
        <TimeScale />
      </div>
      <ul>
        {services.services.map(({ id, title, duration, span }) => (
          <li key={id} className={css.serviceScaleRow} data-chart="">
            <strong className={css.name}>{title}</strong>
            <span className={css.serviceScaleDuration}>{duration}</span>
            <span className={css.span}>
              <TimeSpan span={span} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
