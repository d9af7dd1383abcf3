import { startTransition, useState } from 'react'
import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import { later } from '#site/lib/lazy-part.tsx'
import { track } from '#site/lib/track.ts'
import layout from '#ui/layout.module.css'
import { Tabs } from '#ui/tabs.tsx'
import css from './qa-checklists.module.css'
import { TabLabel } from './tab-label.tsx'

/** The lists weigh more than the view around them; the one that is shown stands on the page already. */
export const checklist = later('checklist', async () => {
  const { Checklist } = await import('./checklist.tsx')
  return ({ id }: { id: ChecklistId }) => <Checklist key={id} id={id} />
})

const tabs = qaChecklists.tabs.map(({ id, label, count }) => ({
  value: id,
  label: <TabLabel id={id} label={label} total={count} />,
}))

/** Six lists under tabs, of which the page has the first. Without script all six are on a page of their own. */
export function Checklists() {
  const [chosen, setChosen] = useState<ChecklistId>(qaChecklists.defaultTab)
  const choose = (value: ChecklistId) => {
    // A transition waits for the lists where they have not come yet, and leaves the one that stands.
    startTransition(() => setChosen(value))
    if (value !== chosen) track('engagement', { action: 'tab', place: 'qa-checklists', value })
  }
  return (
    <section className={`${layout.page} ${css.checklistsSection}`}>
      <Tabs label={qaChecklists.tabsLabel} tabs={tabs} value={chosen} onChange={choose}>
        <checklist.Part id={chosen} />
      </Tabs>
      <noscript>
        <p>
          <a href="/?view=all-checklists">{qaChecklists.whole.link}</a>
        </p>
      </noscript>
    </section>
  )
}
