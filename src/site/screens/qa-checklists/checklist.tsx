import { useEffect, useRef, useState } from 'react'
import { checklists, countItems } from '#content/checklists.ts'
import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import type { Checklist as ChecklistWords } from '#content/types.ts'
import { formatFullDay, formatWallClock, hourCycleOf } from '#shared/lib/local-time.ts'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { useNow } from '#site/lib/timing.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { updateCheckedItems, useCheckedItems } from './checked-items.ts'
import css from './checklist.module.css'

export function Checklist({ id }: { id: ChecklistId }) {
  const list = checklists[id]
  const ticks = useCheckedItems(id)
  const form = useRef<HTMLFormElement>(null)

  // Also counts items that were checked before hydration.
  useEffect(() => {
    const boxes = form.current?.querySelectorAll('input') ?? []
    for (const [item, box] of boxes.entries()) {
      if (box.checked) updateCheckedItems({ type: 'tick', list: id, item, done: true })
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
      {/* Keeps the browser from restoring checks after a reload. The method `dialog` does nothing outside a dialog. */}
      <form className={css.sections} method="dialog" autoComplete="off" ref={form}>
        <ChecklistItems id={id} list={list} ticks={ticks} />
      </form>
    </div>
  )
}

const { ticking, paper } = qaChecklists

/** The progress of a list: a sentence, whose changes screen readers announce, and one mark per item. */
function TickBoard({ list, ticks }: { list: ChecklistWords; ticks: ReadonlySet<number> }) {
  const progress = ticking.progress(ticks.size, countItems(list))
  return (
    <div className={`${layout.scripted} ${frame.dark} ${css.board}`}>
      <p className={css.progress} role="status">
        {progress}
      </p>
      <TickBar list={list} ticks={ticks} label={`${ticking.progressLabel(list.title.toLowerCase())}: ${progress}`} />
    </div>
  )
}

interface TickBarProps {
  list: ChecklistWords
  ticks: ReadonlySet<number>
  label: string
}

/** One mark for each item in order, with a gap after each section. */
function TickBar({ list, ticks, label }: TickBarProps) {
  const places = list.sections.flatMap((section, index) => section.items.map(() => index))
  // Each earlier item and each earlier gap takes up one unit.
  const draw = (item: number) => `M${item + (places[item] ?? 0)} 0h.62v1h-.62z`
  const width = places.length + list.sections.length - 1.38
  return (
    <svg
      className={css.bar}
      viewBox={`0 0 ${width.toFixed(2)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={css.open} d={places.map((_, item) => draw(item)).join('')} />
      <path className={drawing.signal} d={[...ticks].map(draw).join('')} />
    </svg>
  )
}

const none: ReadonlySet<number> = new Set()

/** Buttons that print the list, clear it, and undo clearing it. */
function ChecklistActions({ id, ticks }: { id: ChecklistId; ticks: ReadonlySet<number> }) {
  const [cleared, setCleared] = useState(none)
  const restorable = ticks.size === 0 && cleared.size > 0
  const replace = (items: ReadonlySet<number>) => {
    setCleared(ticks)
    updateCheckedItems({ type: 'replace', list: id, items })
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
        <span>{!restorable && ticking.note}</span>
      </p>
    </div>
  )
}

interface ChecklistItemsProps {
  id: ChecklistId
  list: ChecklistWords
  ticks: ReadonlySet<number>
}

/** The sections of a list. The page has two hundred items, so items have no class and no id. */
function ChecklistItems({ id, list, ticks }: ChecklistItemsProps) {
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
                  onChange={(event) => updateCheckedItems({ type: 'tick', list: id, item, done: event.target.checked })}
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

const longDay = (date: Date) => formatFullDay(formatWallClock(date), hourCycleOf())

/** Shown only on paper: lines to fill in by hand, and the date of the printout. */
function PaperLines() {
  const now = useNow()
  return (
    <p className={css.lines}>
      {paper.blanks.map((blank) => (
        <span key={blank} className={css.blank}>
          {blank}
        </span>
      ))}
      {now && <span>{paper.printed(longDay(now))}</span>}
    </p>
  )
}
