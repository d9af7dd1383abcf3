import { successKit, type Testimonial } from '#content/success-kit.ts'
import frame from '#site/lib/frame.module.css'
import { Board } from '#ui/board.tsx'
import layout from '#ui/layout.module.css'
import { Rating } from './rating.tsx'
import css from './success-kit.module.css'

/** Three partners on the kit; the first one speaks loudest. */
export function Testimonials() {
  return (
    <Board>
      <h2 className={css.title}>{successKit.testimonialsTitle}</h2>
      <ul className={`${frame.split56} ${css.quotes}`}>
        {successKit.testimonials.map((testimonial) => (
          <li key={testimonial.quote} className={css.item}>
            <Quote testimonial={testimonial} />
          </li>
        ))}
      </ul>
    </Board>
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
