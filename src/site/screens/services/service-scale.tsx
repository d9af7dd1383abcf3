import { services } from '#content/services.ts'
import css from './service-scale.module.css'
import { TimeScale, TimeSpan } from './time-scale.tsx'

/** All services under one scale of time, to compare at a glance. */
export function ServiceScale() {
  return (
    <div className={css.scale}>
      <div className={css.head}>
        <TimeScale />
      </div>
      <ul>
        {services.services.map(({ id, title, duration, span }) => (
          <li key={id} className={css.row} data-chart="">
            <strong className={css.name}>{title}</strong>
            <span className={css.duration}>{duration}</span>
            <span className={css.span}>
              <TimeSpan span={span} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
