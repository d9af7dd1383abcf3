import { successKit, type Testimonial } from '#content/success-kit.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { PagePicture } from '#site/features/packs/page-picture.tsx'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { DarkSection, Figures, PageHead } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import { ResourceList } from './resource-list.tsx'
import css from './success-kit.module.css'

const { hero, closing } = successKit

export function Screen() {
  return (
    <>
      <PageHead words={hero} beside={<LoosePages />} below={<Figures items={hero.facts} />} />
      <ResourceList />
      <Testimonials />
      <CallBanner {...closing} look="line" />
    </>
  )
}

function LoosePages() {
  return (
    <div className={css.desk}>
      {successKit.hero.pages.map(({ alt, ...page }) => (
        <PagePicture
          key={alt}
          {...page}
          className={css.page}
          alt={alt}
          loading="eager"
          sizes="(max-width: 56rem) 45vw, 15rem"
        />
      ))}
    </div>
  )
}

function Testimonials() {
  if (successKit.testimonials.length === 0) return null
  return (
    <DarkSection>
      <h2 className={css.title}>{successKit.testimonialsTitle}</h2>
      <ul className={`${frame.split56} ${css.quotes}`}>
        {successKit.testimonials.map((testimonial) => (
          <li key={`${testimonial.author} ${testimonial.quote}`} className={css.item}>
            <Quote testimonial={testimonial} />
          </li>
        ))}
      </ul>
    </DarkSection>
  )
}

function Quote({ testimonial }: { testimonial: Testimonial }) {
  return (
    <figure className={css.figure}>
      <Rating rating={testimonial.rating} />
      <blockquote className={css.quote}>
        <p>{testimonial.quote}</p>
      </blockquote>
      <figcaption className={layout.note}>
        <strong className={css.author}>{testimonial.author}</strong> {testimonial.title}
      </figcaption>
    </figure>
  )
}

const best = 5
const gap = 12

/** A rating, drawn as marks and written as text. */
function Rating({ rating }: { rating: number }) {
  return (
    <p className={`${layout.note} ${layout.line}`}>
      <svg width={best * gap} height="20" aria-hidden="true">
        {Array.from({ length: best }, (_, tick) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: each tick is its position.
            key={tick}
            className={tick < rating ? drawing.signal : css.missing}
            x={tick * gap}
            width="5"
            height="20"
          />
        ))}
      </svg>
      {successKit.ratingLabel(rating)}
    </p>
  )
}
