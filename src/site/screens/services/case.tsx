import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { exampleCaseStudy } from '#content/case.ts'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import { PagePicture } from '#site/features/packs/page-picture.tsx'
import frame from '#site/lib/frame.module.css'
import { isPlainClick } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import css from './case.module.css'

/** The timetable of one proposal next to the proposal itself. */
export function Case() {
  const { eyebrow, title, text, steps, pack, download } = exampleCaseStudy
  if (steps.length === 0) return null
  return (
    <section className={`${frame.split64} ${layout.page} ${css.section}`} id={exampleCaseStudy.id}>
      <div className={css.words}>
        <p className={`${frame.aside} ${css.eyebrow}`}>{eyebrow}</p>
        <h2>{title}</h2>
        <p>{text}</p>
        <ol className={css.steps}>
          {steps.map(({ time, who, isPartner, what }) => (
            <li
              key={`${time} ${what}`}
              className={`${layout.column} ${frame.entry} ${css.step}`}
              data-partner={isPartner || undefined}
            >
              <p className={css.time}>{time}</p>
              <div>
                <p className={css.who}>{who}</p>
                <p>{what}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <div className={`${layout.left} ${css.document}`}>
        <CasePages />
        <PackLink pack={pack} place="case">
          {download}
        </PackLink>
      </div>
    </section>
  )
}

const { pack, document, pages, pagesLabel } = exampleCaseStudy
const idOf = (page: number) => `case-${page}`
const pageAt = ({ scrollLeft, clientWidth }: HTMLElement) => 1 + Math.round(scrollLeft / clientWidth)

/** The pages of the proposal side by side. Visitors browse by touch, by keyboard or with the links above. */
function CasePages() {
  const strip = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState(1)
  // The visitor may have scrolled before hydration.
  useLayoutEffect(() => {
    if (strip.current?.scrollLeft) setOpen(pageAt(strip.current))
  }, [])
  const leaf = (event: MouseEvent, page: number) => {
    if (!isPlainClick(event)) return
    // Following the anchor would add a history entry without a view.
    event.preventDefault()
    const { current } = strip
    // The style sheet sets the scroll behavior.
    current?.scrollTo({ left: current.clientWidth * (page - 1) })
  }
  return (
    <figure className={layout.stack}>
      <figcaption className={css.names}>
        {pages.map(({ page, name }) => (
          <a
            key={page}
            className={css.name}
            href={`#${idOf(page)}`}
            aria-current={page === open ? 'true' : undefined}
            onClick={(event) => leaf(event, page)}
          >
            {page} {name}
          </a>
        ))}
      </figcaption>
      <ul
        ref={strip}
        className={css.strip}
        aria-label={pagesLabel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget }) => setOpen(pageAt(currentTarget))}
      >
        {pages.map(({ page, alt }) => (
          <li key={page} id={idOf(page)} className={css.page}>
            <PagePicture
              pack={pack}
              document={document}
              page={page}
              alt={alt}
              className={css.picture}
              sizes="(max-width: 64rem) 90vw, 34rem"
            />
          </li>
        ))}
      </ul>
    </figure>
  )
}
