import { packFacts } from 'virtual:pack-facts'
import { type Resource, successKit } from '#content/success-kit.ts'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { unseen } from '#ui/unseen.ts'
import { ReadingBar } from './reading-bar.tsx'
import css from './resource-row.module.css'

const { reading } = successKit
const categoryNames = new Map(successKit.filters.map((filter) => [filter.id, filter.label]))

/** One pack on its board: how long it is, what for, what is inside and how to get it. */
export function ResourceRow({ resource }: { resource: Resource }) {
  const inside = `${resource.id}-inside`
  return (
    <li className={css.row}>
      <ReadingBar pack={resource.id} popular={resource.popular} />
      <div className={css.facts}>
        <Amount resource={resource} />
        <p className={css.category}>{categoryNames.get(resource.category)}</p>
        {resource.popular && <p className={css.popular}>{successKit.popularLabel}</p>}
      </div>
      <div className={css.words}>
        <h3>{resource.title}</h3>
        <p className={css.subtitle}>{resource.subtitle}</p>
        <p className={css.description}>{resource.description}</p>
      </div>
      <div className={css.inside}>
        <p className={css.label} id={inside}>
          {successKit.featuresLabel}
        </p>
        <ul className={css.features} aria-labelledby={inside}>
          {resource.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      <Action resource={resource} />
    </li>
  )
}

/** How much there is of it: minutes, files, bytes. */
function Amount({ resource }: { resource: Resource }) {
  const { minutes, documents, workbooks, bytes } = packFacts[resource.id]
  return (
    <>
      <p>
        <strong className={css.minutes}>{reading.minutes(minutes.guide)}</strong> {reading.ofGuide}
      </p>
      <p className={css.more}>{reading.more(minutes.documents, documents, workbooks)}</p>
      <p className={css.more}>
        {successKit.sizeLabel(resource.downloadSize)}, {successKit.sizeNow(bytes)}
      </p>
    </>
  )
}

/** The pack, and the view that holds the same to read where there is one. */
function Action({ resource }: { resource: Resource }) {
  const { id, title } = resource
  const hint = `${id}-hint`
  const name = (label: string) => (
    <span>
      {label}
      <span className={unseen}> {title}</span>
    </span>
  )
  return (
    <div className={css.action}>
      <PackLink
        pack={id}
        place="success-kit"
        className={buttonLook('plain', 'small')}
        aria-describedby={hint}
      >
        {name(successKit.downloadLabel)}
      </PackLink>
      {resource.hasDetailPage && (
        <ViewLink to={resource.detailView} className={css.read}>
          {name(successKit.detailLabel)}
          <Icon name="arrow" />
        </ViewLink>
      )}
      <p className={css.hint} id={hint}>
        {successKit.packHint}
      </p>
    </div>
  )
}
