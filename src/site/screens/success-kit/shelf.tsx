import { type ComponentType, type MouseEvent, useState } from 'react'
import { type Resource, successKit } from '#content/success-kit.ts'
import { FilterBar } from '#site/features/filter/filter-bar.tsx'
import { NothingFound } from '#site/features/filter/nothing-found.tsx'
import { useFilter } from '#site/features/filter/use-filter.ts'
import frame from '#site/lib/frame.module.css'
import { isPlainClick } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import type { PeekProps } from './peek.tsx'
import { ReadingScale } from './reading-bar.tsx'
import { ResourceRow } from './resource-row.tsx'
import css from './success-kit.module.css'

const loadPeek = () => import('./peek.tsx')

/** The resources as a shelf: each board carries its pack, as long as it takes to read. */
export function Shelf() {
  const list = useFilter('success-kit', successKit.resources, successKit.defaultFilter)
  const { shown, query, showAll } = list
  const [opened, setOpened] = useState<{ Peek: ComponentType<PeekProps>; resource: Resource } | null>(null)

  const look = (event: MouseEvent<HTMLAnchorElement>, resource: Resource) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const { href } = event.currentTarget
    loadPeek().then(
      ({ Peek }) => setOpened({ Peek, resource }),
      () => location.assign(href),
    )
  }
  return (
    <section className={`${layout.page} ${css.section}`}>
      <div className={`${frame.split56} ${css.shelfHead}`}>
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
              <ResourceRow key={resource.id} resource={resource} onLook={look} />
            ))}
          </ul>
        </>
      ) : (
        <NothingFound words={successKit.search} query={query} onShowAll={showAll} />
      )}
      {opened && <opened.Peek resource={opened.resource} onClose={() => setOpened(null)} />}
    </section>
  )
}
