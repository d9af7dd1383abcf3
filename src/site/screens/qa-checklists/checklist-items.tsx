import type { ChecklistId } from '#content/qa-checklists.ts'
import type { Checklist } from '#content/types.ts'
import css from './checklist.module.css'
import { changeTicks } from './use-ticks.ts'

interface ChecklistItemsProps {
  id: ChecklistId
  list: Checklist
  ticks: ReadonlySet<number>
}

/** The sections of a list. Two hundred of these lines are in the page, so they carry no class and no id. */
export function ChecklistItems({ id, list, ticks }: ChecklistItemsProps) {
  const starts = list.sections.map((_, index) =>
    list.sections.slice(0, index).reduce((sum, section) => sum + section.items.length, 0),
  )
  return list.sections.map((section, index) => (
    <section key={section.title} className={css.section}>
      <h3 className={css.checklistItemsTitle}>{section.title}</h3>
      <ul className={css.items}>
        {section.items.map((text, place) => {
          const item = (starts[index] ?? 0) + place
          return (
            <li key={text}>
              <label>
                <input
                  type="checkbox"
                  checked={ticks.has(item)}
                  onChange={(event) =>
                    changeTicks({ type: 'tick', list: id, item, done: event.target.checked })
                  }
                />
                {text}
              </label>
            </li>
          )
        })}
      </ul>
    </section>
  ))
}
