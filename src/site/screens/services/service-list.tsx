import { services } from '#content/services.ts'
import { FilterBar } from '#site/features/filter/filter-bar.tsx'
import { NothingFound } from '#site/features/filter/nothing-found.tsx'
import { useFilter } from '#site/features/filter/use-filter.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import { ServiceRow } from './service-row.tsx'
import css from './services.module.css'
import { TimeScale } from './time-scale.tsx'

/** The services as a timetable: how long on the left, on one scale for all; what for on the right. */
export function ServiceList() {
  const list = useFilter('services', services.services, services.defaultFilter)
  const { shown, query, showAll } = list
  return (
    <section className={`${layout.page} ${css.section}`}>
      <h2 className={css.serviceListTitle}>{services.listTitle}</h2>
      <FilterBar
        label={services.filterLabel}
        filters={services.filters}
        searchWords={services.search}
        list={list}
        count={services.shown(shown.length)}
      />
      {shown.length > 0 ? (
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
      ) : (
        <NothingFound words={services.search} query={query} onShowAll={showAll} />
      )}
    </section>
  )
}
