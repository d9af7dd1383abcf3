import { qaChecklists } from '#content/qa-checklists.ts'
import frame from '#site/lib/frame.module.css'
import css from './qa-checklists.module.css'

const { sheet } = qaChecklists.hero

/** The head of a list as it is being worked through; the lists themselves stand below. */
export function TickedSheet() {
  return (
    <figure className={`${frame.sheet} ${css.sheet}`}>
      <figcaption className={css.title}>{sheet.title}</figcaption>
      <ol className={css.items}>
        {sheet.items.map((item, index) => (
          <li key={item} data-done={index < sheet.done || undefined}>
            {item}
          </li>
        ))}
      </ol>
    </figure>
  )
}
