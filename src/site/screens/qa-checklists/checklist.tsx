import { useEffect, useRef } from 'react'
import { checklists } from '#content/checklists.ts'
import type { ChecklistId } from '#content/qa-checklists.ts'
import layout from '#ui/layout.module.css'
import css from './checklist.module.css'
import { ChecklistActions } from './checklist-actions.tsx'
import { ChecklistItems } from './checklist-items.tsx'
import { PaperLines } from './paper-lines.tsx'
import { TickBoard } from './tick-board.tsx'
import { changeTicks, useTicks } from './use-ticks.ts'

/** One list: what it is for, how far it is, and its items to tick. */
export function Checklist({ id }: { id: ChecklistId }) {
  const list = checklists[id]
  const ticks = useTicks(id)
  const form = useRef<HTMLFormElement>(null)

  // What was ticked while the script was still on its way counts too.
  useEffect(() => {
    const boxes = form.current?.querySelectorAll('input') ?? []
    for (const [item, box] of boxes.entries()) {
      if (box.checked) changeTicks({ type: 'tick', list: id, item, done: true })
    }
  }, [id])

  return (
    <div className={css.list}>
      <div className={`${layout.top} ${css.aside}`}>
        <h2 className={css.title}>{list.title}</h2>
        <p className={css.description}>{list.description}</p>
        <TickBoard list={list} ticks={ticks} />
        <ChecklistActions id={id} ticks={ticks} />
      </div>
      <PaperLines />
      {/* A form keeps the browser from filling in ticks after a reload; sending it does nothing, as there is
          no dialog around it. */}
      <form className={css.sections} method="dialog" autoComplete="off" ref={form}>
        <ChecklistItems id={id} list={list} ticks={ticks} />
      </form>
    </div>
  )
}
