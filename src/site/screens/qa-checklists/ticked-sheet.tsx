import { qaChecklists } from '#content/qa-checklists.ts'
import css from './ticked-sheet.module.css'

const { sheet } = qaChecklists.hero

/** The head of a list as it is being worked through; the lists themselves stand below. */
export function TickedSheet() {
  return (
    <figure className={css.sheet}>
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
