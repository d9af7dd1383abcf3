import { home } from '#content/home.ts'
import { PagePicture } from '#site/features/packs/page-picture.tsx'
import layout from '#ui/layout.module.css'
import css from './hero.module.css'

const { proposal } = home.hero

/**
 * What the visitor gets: a page, stamped with its hour. It lands where its place was kept, so the largest thing that is
 * painted first stays the headline.
 */
export function Proposal() {
  return (
    <figure className={css.proposal}>
      <div className={css.sheet}>
        <PagePicture
          pack="proposal-templates"
          document="example-proposal"
          page={1}
          alt={proposal.alt}
          sizes="(max-width: 56rem) 10rem, 18rem"
        />
      </div>
      <figcaption className={`${layout.signal} ${css.stamp}`}>
        <strong className={css.hour}>{proposal.hour}</strong>
        {` ${proposal.label}`}
      </figcaption>
    </figure>
  )
}
