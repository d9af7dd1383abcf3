import { type Service, services } from '#content/services.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import css from './service-row.module.css'
import { TimeSpan } from './time-scale.tsx'

const categoryNames = new Map(services.filters.map((filter) => [filter.id, filter.label]))

/** One line of the timetable. */
export function ServiceRow({ service }: { service: Service }) {
  const { id, title } = service
  return (
    <li className={css.row}>
      <div data-chart="">
        <TimeSpan span={service.span} />
        <p className={css.duration}>
          <strong className={css.figure}>{service.duration}</strong> {service.durationNote}
        </p>
      </div>
      <div className={css.service}>
        <div className={css.head}>
          <h3 className={css.title}>{title}</h3>
          <p className={css.category}>{categoryNames.get(service.category)}</p>
          <p className={css.subtitle}>{service.subtitle}</p>
        </div>
        <p className={css.description}>{service.description}</p>
        <div className={css.lists}>
          <Items id={`${id}-features`} label={services.featuresLabel} items={service.features} />
          <Items id={`${id}-deliverables`} label={services.deliverablesLabel} items={service.deliverables} />
        </div>
      </div>
      <div className={css.foot}>
        <p className={css.result}>
          <span className={css.resultLabel}>{services.resultLabel}</span> {service.result}
        </p>
        <BookCallButton place={`services:${id}`} label="service" look="plain" about={title} />
      </div>
    </li>
  )
}

function Items({ id, label, items }: { id: string; label: string; items: readonly string[] }) {
  return (
    <div>
      <p className={css.label} id={id}>
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
