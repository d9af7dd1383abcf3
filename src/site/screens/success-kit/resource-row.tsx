import type { MouseEvent } from 'react'
import { type Resource, successKit } from '#content/success-kit.ts'
import packFacts from '#made/pack-facts.json'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import { PagePicture } from '#site/features/packs/page-picture.tsx'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { pictureAddress } from '#site/lib/picture-address.ts'
import { buttonLook } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { unseen } from '#ui/unseen.ts'
import { ReadingBar } from './reading-bar.tsx'
import css from './success-kit.module.css'

const { reading, peek } = successKit
const categoryNames = new Map(successKit.filters.map((filter) => [filter.id, filter.label]))

interface ResourceRowProps {
  resource: Resource
  /** Called by a click on the pack's first page. */
  onLook: (event: MouseEvent<HTMLAnchorElement>, resource: Resource) => void
}

/** One pack on its board: its first page, how long it is, what for, what is inside and how to get it. */
export function ResourceRow({ resource, onLook }: ResourceRowProps) {
  const { id, title } = resource
  const inside = `${id}-inside`
  return (
    <li className={css.row}>
      <ReadingBar pack={id} popular={resource.popular} />
      {/* Without script, and until it is there, the link opens the page as a picture. */}
      <a
        className={css.cover}
        href={pictureAddress(id, 'guide', 1, 'large')}
        aria-haspopup="dialog"
        onClick={(event) => onLook(event, resource)}
      >
        <PagePicture
          className={css.sheet}
          pack={id}
          document="guide"
          page={1}
          alt={peek.cover(title)}
          sizes="11rem"
        />
        {peek.open}
      </a>
      <div>
        <Minutes resource={resource} />
        <h3>{title}</h3>
        <p className={css.subtitle}>{resource.subtitle}</p>
        <p className={css.description}>{resource.description}</p>
      </div>
      <div className={css.inside}>
        <p className={layout.note} id={inside}>
          {successKit.featuresLabel}
        </p>
        <ul className={css.features} aria-labelledby={inside}>
          {resource.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <Amount resource={resource} />
      </div>
      <Action resource={resource} />
    </li>
  )
}

function Minutes({ resource }: { resource: Resource }) {
  const { minutes, pages } = packFacts[resource.id]
  return (
    <p className={`${layout.row} ${css.facts}`}>
      <span>
        <strong className={frame.figure}>{reading.minutes(minutes.guide)}</strong> {reading.ofGuide(pages)}
      </span>
      {resource.popular && (
        <span className={`${layout.signal} ${css.popular}`}>{successKit.popularLabel}</span>
      )}
    </p>
  )
}

/** How much there is of it: files, bytes. */
function Amount({ resource }: { resource: Resource }) {
  const { minutes, documents, workbooks, examples } = packFacts[resource.id]
  return (
    <>
      <p className={`${layout.note} ${css.more}`}>
        {reading.more(minutes.documents, documents, workbooks, examples)}
      </p>
      <p className={`${layout.note} ${css.more}`}>{successKit.sizeLabel(resource.downloadSize)}</p>
      <p className={layout.note}>{categoryNames.get(resource.category)}</p>
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
    <div className={`${layout.bar} ${css.action}`}>
      <PackLink
        pack={id}
        place="success-kit"
        className={buttonLook('plain', 'small')}
        aria-describedby={hint}
      >
        {name(successKit.downloadLabel)}
      </PackLink>
      {resource.hasDetailPage && (
        <ViewLink to={resource.detailView} className={`${layout.inline} ${css.read}`}>
          {name(successKit.detailLabel)}
          <Icon name="arrow" />
        </ViewLink>
      )}
      <p className={layout.note} id={hint}>
        {successKit.packHint}
      </p>
    </div>
  )
}
