import { useState } from 'react'
import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './checklist.module.css'
import { changeTicks } from './use-ticks.ts'

const { ticking } = qaChecklists
const none: ReadonlySet<number> = new Set()

/** Print, and clear: the one press that could cost a visitor's work can be taken back. */
export function ChecklistActions({ id, ticks }: { id: ChecklistId; ticks: ReadonlySet<number> }) {
  const [cleared, setCleared] = useState(none)
  const restorable = ticks.size === 0 && cleared.size > 0
  const replace = (items: ReadonlySet<number>) => {
    setCleared(ticks)
    changeTicks({ type: 'replace', list: id, items })
  }
  return (
    <div className={`${layout.row} ${layout.unprinted} ${layout.scripted} ${css.actions}`}>
      <Button size="small" onClick={() => print()}>
        {ticking.print}
      </Button>
      <Button
        size="small"
        disabled={ticks.size === 0 && !restorable}
        onClick={() => replace(restorable ? cleared : none)}
      >
        {restorable ? ticking.restore : ticking.reset}
      </Button>
      <p className={`${layout.fine} ${css.note}`}>
        <span role="status">{restorable && ticking.resetDone}</span>
        {!restorable && ticking.note}
      </p>
    </div>
  )
}
