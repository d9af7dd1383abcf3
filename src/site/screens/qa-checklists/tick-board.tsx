import { countItems } from '#content/checklists.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import type { Checklist } from '#content/types.ts'
import layout from '#ui/layout.module.css'
import css from './checklist.module.css'
import { TickBar } from './tick-bar.tsx'

const { ticking } = qaChecklists

/** How far a list is: in words that are read out as they change, and as one tick per item. */
export function TickBoard({ list, ticks }: { list: Checklist; ticks: ReadonlySet<number> }) {
  const progress = ticking.progress(ticks.size, countItems(list))
  return (
    <div className={`${layout.scripted} ${css.board}`}>
      <p className={css.progress} role="status">
        {progress}
      </p>
      <TickBar list={list} ticks={ticks} label={`${ticking.progressLabel(list.title)}: ${progress}`} />
    </div>
  )
}
