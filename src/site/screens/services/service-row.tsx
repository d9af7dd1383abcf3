import { type Service, services } from '#content/services.ts'
import { BookCallButton } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './services.module.css'
import { TimeSpan } from './time-scale.tsx'

const categoryNames = new Map(services.filters.map((filter) => [filter.id, filter.label]))

/** One line of the timetable. */
export function ServiceRow({ service }: { service: Service }) {
  const { id, title } = service
  return (
    <li className={`${frame.split60} ${css.serviceRow}`}>
      <div data-chart="">
        <TimeSpan span={service.span} />
        <p className={`${layout.note} ${css.serviceRowDuration}`}>
          <strong className={css.figure}>{service.duration}</strong> {service.durationNote}
        </p>
      </div>
      <div className={`${layout.top} ${css.service}`}>
        <div className={`${frame.split40} ${css.serviceRowHead}`}>
          <h3 className={css.serviceRowTitle}>{title}</h3>
          <p className={`${layout.note} ${css.category}`}>{categoryNames.get(service.category)}</p>
          <p className={css.subtitle}>{service.subtitle}</p>
        </div>
        <p className={css.description}>{service.description}</p>
        <div className={`${frame.split40} ${css.lists}`}>
          <Items id={`${id}-features`} label={services.featuresLabel} items={service.features} />
          <Items id={`${id}-deliverables`} label={services.deliverablesLabel} items={service.deliverables} />
        </div>
      </div>
      <div className={`${layout.left} ${css.foot}`}>
        <p className={css.result}>
          <span className={frame.caption}>{services.resultLabel}</span> {service.result}
        </p>
        <BookCallButton place={`services:${id}`} label="service" look="plain" about={title} />
      </div>
    </li>
  )
}

function Items({ id, label, items }: { id: string; label: string; items: readonly string[] }) {
  return (
    <div>
      <p className={`${layout.note} ${css.serviceRowLabel}`} id={id}>
        {label}
      </p>
      <ul className={css.items} aria-labelledby={id}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
