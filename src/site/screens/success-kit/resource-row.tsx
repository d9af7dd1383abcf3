import { type Resource, successKit } from '#content/success-kit.ts'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './resource-row.module.css'
import { SizeBar } from './size-bar.tsx'

const categoryNames = new Map(successKit.filters.map((filter) => [filter.id, filter.label]))

/** One pack on its board: how heavy, what for, what is inside and how to get it. */
export function ResourceRow({ resource }: { resource: Resource }) {
  const inside = `${resource.id}-inside`
  return (
    <li className={css.row}>
      <SizeBar size={resource.downloadSize} popular={resource.popular} />
      <div className={css.facts}>
        <Size size={resource.downloadSize} />
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

/** 'up to 3.2MB', with the figure larger than the words around it. */
function Size({ size }: { size: string }) {
  const [before, after] = successKit.sizeLabel(size).split(size)
  return (
    <p>
      {before}
      <strong className={css.size}>{size}</strong>
      {after}
    </p>
  )
}

/** The pack, and the view that holds the same to read where there is one. */
function Action({ resource }: { resource: Resource }) {
  const { id, title } = resource
  const hint = `${id}-hint`
  const name = (label: string) => (
    <span>
      {label}
      <span className={css.unseen}> {title}</span>
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
