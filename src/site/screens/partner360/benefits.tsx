import { partner360 } from '#content/partner360.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import { SectionHead } from '#ui/section-head.tsx'
import css from './partner360.module.css'

const { benefits } = partner360

/** Two promises that carry the program, and four that follow from them. */
export function Benefits() {
  return (
    <section className={layout.page}>
      <SectionHead title={benefits.title}>
        <p>{benefits.text}</p>
      </SectionHead>
      <ul className={css.benefits}>
        {benefits.items.map((benefit) => (
          <li key={benefit.title} className={css.benefit}>
            <h3 className={css.title}>{benefit.title}</h3>
            <p className={`${frame.description} ${css.description}`}>{benefit.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
