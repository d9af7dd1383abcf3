import { type Service, services } from '#content/services.ts'
import { BookCallButton, CallBanner } from '#site/features/booking/book-call.tsx'
import { FilteredList } from '#site/features/filter/filter.tsx'
import frame from '#site/lib/frame.module.css'
import { deferPart } from '#site/lib/lazy-part.tsx'
import { PageHead } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import css from './services.module.css'
import { TimeScale, TimeSpan } from './time-scale.tsx'

const { hero, claims, banner } = services

/** This part is far down the page, so it loads after the page is interactive. */
const example = deferPart('case', async () => (await import('./case.tsx')).Case)

export const laters = [example]

export function Screen() {
  return (
    <>
      <PageHead words={hero} figures={claims} below={<ServiceScale />}>
        <BookCallButton place="hero" />
      </PageHead>
      <ServiceList />
      <example.Part />
      <CallBanner {...banner} />
    </>
  )
}

/** All services on one time scale, for comparison. */
function ServiceScale() {
  return (
    <div className={css.scale}>
      <div className={css.serviceScaleHead}>
        <TimeScale />
      </div>
      <ul>
        {services.services.map(({ id, title, duration }) => (
          <li key={id} className={css.serviceScaleRow} data-chart="">
            <strong className={css.name}>{title}</strong>
            <span className={css.serviceScaleDuration}>{duration}</span>
            <span className={css.span}>
              <TimeSpan duration={duration} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The services, with durations on one scale on the left and descriptions on the right. */
function ServiceList() {
  return (
    <section className={`${layout.page} ${css.section}`}>
      <h2 className={css.serviceListTitle}>{services.listTitle}</h2>
      <FilteredList place="services" items={services.services} words={services}>
        {(shown) => (
          <>
            <div className={`${frame.split60} ${css.serviceListHead}`}>
              <TimeScale />
            </div>
            <ul>
              {shown.map((service) => (
                <ServiceRow key={service.id} service={service} />
              ))}
            </ul>
          </>
        )}
      </FilteredList>
    </section>
  )
}

const categoryNames = new Map(services.filters.map((filter) => [filter.id, filter.label]))

function ServiceRow({ service }: { service: Service }) {
  const { id, title } = service
  return (
    <li className={`${frame.split60} ${css.serviceRow}`}>
      <div data-chart="">
        <TimeSpan duration={service.duration} />
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
