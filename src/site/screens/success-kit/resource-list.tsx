import { type ComponentType, type MouseEvent, useState } from 'react'
import { type PackId, packSize } from '#content/packs.ts'
import { packContents, type Resource, successKit } from '#content/success-kit.ts'
import packFacts from '#made/pack-facts.json'
import { FilteredList } from '#site/features/filter/filter.tsx'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import { PagePicture, pictureAddress } from '#site/features/packs/page-picture.tsx'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { isPlainClick, ViewLink } from '#site/lib/navigation.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import type { PagePreviewProps } from './page-preview.tsx'
import css from './success-kit.module.css'

const loadPreview = () => import('./page-preview.tsx')

/** The resources, each with a bar as long as its reading time. */
export function ResourceList() {
  const [opened, setOpened] = useState<{
    PagePreview: ComponentType<PagePreviewProps>
    resource: Resource
  } | null>(null)

  const look = (event: MouseEvent<HTMLAnchorElement>, resource: Resource) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const { href } = event.currentTarget
    loadPreview().then(
      ({ PagePreview }) => setOpened({ PagePreview, resource }),
      () => location.assign(href),
    )
  }
  return (
    <section className={`${layout.page} ${css.section}`}>
      <div className={`${frame.split56} ${css.shelfHead}`}>
        <h2>{successKit.listTitle}</h2>
        <p className={css.note}>{successKit.packNote}</p>
      </div>
      <FilteredList place="success-kit" items={successKit.resources} words={successKit}>
        {(shown) => (
          <>
            <ReadingScale />
            <ul>
              {shown.map((resource) => (
                <ResourceRow key={resource.id} resource={resource} onLook={look} />
              ))}
            </ul>
          </>
        )}
      </FilteredList>
      {opened && <opened.PagePreview resource={opened.resource} onClose={() => setOpened(null)} />}
    </section>
  )
}

const { reading, peek } = successKit
const categoryNames = new Map(successKit.filters.map((filter) => [filter.id, filter.label]))

interface ResourceRowProps {
  resource: Resource
  /** Called when the visitor clicks the first page of the pack. */
  onLook: (event: MouseEvent<HTMLAnchorElement>, resource: Resource) => void
}

function ResourceRow({ resource, onLook }: ResourceRowProps) {
  const { id, title } = resource
  const inside = `${id}-inside`
  return (
    <li className={css.row}>
      <ReadingBar pack={id} popular={resource.popular} />
      {/* Without script and before hydration, the link opens the page as a picture. */}
      <a
        className={css.cover}
        href={pictureAddress(id, 'guide', 1, 'large')}
        aria-haspopup="dialog"
        onClick={(event) => onLook(event, resource)}
      >
        <PagePicture className={css.sheet} pack={id} document="guide" page={1} alt={peek.cover(title)} sizes="11rem" />
        {peek.open}
      </a>
      <div>
        <ReadingTime resource={resource} />
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
        <PackContents resource={resource} />
      </div>
      <Action resource={resource} />
    </li>
  )
}

function ReadingTime({ resource }: { resource: Resource }) {
  const { minutes, pages } = packFacts[resource.id]
  return (
    <p className={`${layout.row} ${css.facts}`}>
      <span>
        <strong className={frame.figure}>{reading.minutes(minutes.guide)}</strong> {reading.ofGuide(pages)}
      </span>
      {resource.popular && <span className={`${layout.signal} ${css.popular}`}>{successKit.popularLabel}</span>}
    </p>
  )
}

function PackContents({ resource }: { resource: Resource }) {
  const { minutes, documents, workbooks, examples, bytes } = packFacts[resource.id]
  return (
    <>
      <p className={`${layout.note} ${css.more}`}>{packContents(minutes.documents, documents, workbooks, examples)}</p>
      <p className={`${layout.note} ${css.more}`}>{successKit.sizeLabel(packSize(bytes), resource.downloadSize)}</p>
      <p className={layout.note}>{categoryNames.get(resource.category)}</p>
    </>
  )
}

/** The download link, and a link to the view with the same content if that view exists. */
function Action({ resource }: { resource: Resource }) {
  const { id, title } = resource
  const hint = `${id}-hint`
  const name = (label: string) => (
    <span>
      {label}
      <span className={visuallyHidden}> {title}</span>
    </span>
  )
  return (
    <div className={`${layout.bar} ${css.action}`}>
      <PackLink pack={id} place="success-kit" className={buttonClass('plain', 'small')} aria-describedby={hint}>
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

const step = 5
const longest = Math.max(...Object.values(packFacts).map(({ minutes }) => minutes.guide + minutes.documents))
const end = Math.ceil(longest / step) * step
const marks = Array.from({ length: end / step + 1 }, (_, index) => index * step)
const at = (minutes: number) => `${((minutes / end) * 100).toFixed(2)}%`

/** The time scale that all bars below share, with a legend. */
function ReadingScale() {
  return (
    <div className={css.readingBarHead}>
      <p className={`${layout.row} ${css.label}`}>
        {reading.scale}
        <span className={css.guide}>{reading.guide}</span>
        <span className={css.documents}>{reading.documents}</span>
      </p>
      <svg className={`${drawing.drawing} ${drawing.scale}`} width="100%" height="30" aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark}>
            <line className={drawing.mark} x1={at(mark)} x2={at(mark)} y1="20" y2="30" />
            <text x={at(mark)} y="13" data-edge={edge(mark)}>
              {mark}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

/** One pack on the time scale: its guide, then its documents. The text next to the bar shows the same times. */
function ReadingBar({ pack, popular }: { pack: PackId; popular: boolean }) {
  const { guide, documents } = packFacts[pack].minutes
  return (
    <svg className={drawing.drawing} width="100%" height="14" aria-hidden="true">
      <line className={drawing.mark} x2="100%" y1="13.5" y2="13.5" />
      <rect className={css.rest} x={at(guide)} width={at(documents)} y="0.75" height="12.75" />
      <rect className={popular ? drawing.signal : drawing.ink} width={at(guide)} height="14" />
    </svg>
  )
}

function edge(mark: number) {
  if (mark === 0) return 'start'
  return mark === end ? 'end' : undefined
}
