import { successKit } from '#content/success-kit.ts'
import { FilterBar } from '#site/features/filter/filter-bar.tsx'
import { NothingFound } from '#site/features/filter/nothing-found.tsx'
import { useFilter } from '#site/features/filter/use-filter.ts'
import { ReadingScale } from './reading-bar.tsx'
import { ResourceRow } from './resource-row.tsx'
import css from './shelf.module.css'

/** The resources as a shelf: each board carries its pack, as long as it takes to read. */
export function Shelf() {
  const list = useFilter('success-kit', successKit.resources, successKit.defaultFilter)
  const { shown, query, showAll } = list
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{successKit.listTitle}</h2>
        <p className={css.note}>{successKit.packNote}</p>
      </div>
      <FilterBar
        label={successKit.filterLabel}
        filters={successKit.filters}
        searchWords={successKit.search}
        list={list}
        count={successKit.shown(shown.length)}
      />
      {shown.length > 0 ? (
        <>
          <ReadingScale />
          <ul>
            {shown.map((resource) => (
              <ResourceRow key={resource.id} resource={resource} />
            ))}
          </ul>
        </>
      ) : (
        <NothingFound words={successKit.search} query={query} onShowAll={showAll} />
      )}
    </section>
  )
}
