import { useState } from 'react'
import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import { track } from '#site/lib/track.ts'
import { Tabs } from '#ui/tabs.tsx'
import { Checklist } from './checklist.tsx'
import css from './checklists.module.css'
import { TabLabel } from './tab-label.tsx'

const tabs = qaChecklists.tabs.map(({ id, label, list }) => ({
  value: id,
  label: <TabLabel id={id} label={label} list={list} />,
}))

/**
 * Six lists under tabs. All six are always in the page: the style hides the ones not chosen where scripts
 * run, so that without script they stand one after another and with it nothing moves when it starts.
 */
export function Checklists() {
  const [chosen, setChosen] = useState<ChecklistId>(qaChecklists.defaultTab)
  const choose = (value: ChecklistId) => {
    setChosen(value)
    if (value !== chosen) track('engagement', { action: 'tab', place: 'qa-checklists', value })
  }
  return (
    <section className={css.section}>
      <Tabs label={qaChecklists.tabsLabel} tabs={tabs} value={chosen} onChange={choose}>
        {qaChecklists.tabs.map(({ id, list }) => (
          <Checklist key={id} id={id} list={list} chosen={id === chosen} />
        ))}
      </Tabs>
    </section>
  )
}
