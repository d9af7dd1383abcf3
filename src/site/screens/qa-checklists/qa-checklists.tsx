import { startTransition, useState } from 'react'
import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { PackOffer } from '#site/features/packs/pack-link.tsx'
import frame from '#site/lib/frame.module.css'
import { deferPart } from '#site/lib/lazy-part.tsx'
import { ViewLink } from '#site/lib/navigation.tsx'
import { Figures, PageHead } from '#site/lib/section.tsx'
import { track } from '#site/lib/track.ts'
import layout from '#ui/layout.module.css'
import { Tabs } from '#ui/tabs.tsx'
import { useCheckedItems } from './checked-items.ts'
import css from './qa-checklists.module.css'

const { hero, closing, tools, bestPractices } = qaChecklists

/** The lists are larger than the rest of the view, so they load later; the first list is in the HTML. */
const checklist = deferPart('checklist', async () => {
  const { Checklist } = await import('./checklist.tsx')
  return ({ id }: { id: ChecklistId }) => <Checklist key={id} id={id} />
})

export const laters = [checklist]

export function Screen() {
  return (
    <>
      <div className={layout.unprinted}>
        <PageHead words={hero} beside={<TickedSheet />} below={<Figures items={hero.facts} />}>
          <PackOffer pack="qa-checklist" place="qa-checklists" />
        </PageHead>
      </div>
      <Checklists />
      <Tools />
      <BestPractices />
      <CallBanner title={closing.title} text={closing.text} look="board">
        <ViewLink to="delivery-frameworks">{closing.next}</ViewLink>
      </CallBanner>
    </>
  )
}

const { sheet } = qaChecklists.hero

/** A sample of one list with some items checked. */
function TickedSheet() {
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

const tabs = qaChecklists.tabs.map(({ id, label, count }) => ({
  value: id,
  label: <TabLabel id={id} label={label} total={count} />,
}))

/**
 * Six lists under tabs; the HTML has only the first list. For visitors without script, a separate page has all six
 * lists.
 */
function Checklists() {
  const [chosen, setChosen] = useState<ChecklistId>(qaChecklists.defaultTab)
  const choose = (value: ChecklistId) => {
    // A transition keeps the current list visible until the lists have loaded.
    startTransition(() => setChosen(value))
    if (value !== chosen) track('engagement', { action: 'tab', place: 'qa-checklists', value })
  }
  return (
    <section className={`${layout.page} ${css.checklistsSection}`}>
      <Tabs label={qaChecklists.tabsLabel} tabs={tabs} value={chosen} onChange={choose}>
        <checklist.Part id={chosen} />
      </Tabs>
      <p className={css.whole}>
        <a href="/?view=all-checklists">{qaChecklists.whole.link}</a>
      </p>
    </section>
  )
}

interface TabLabelProps {
  id: ChecklistId
  label: string
  total: number
}

function TabLabel({ id, label, total }: TabLabelProps) {
  const done = useCheckedItems(id).size
  return (
    <>
      <span className={css.label}>{label}</span>{' '}
      <span className={css.progress}>{qaChecklists.ticking.tabProgress(done, total)}</span>
      <svg className={css.bar} width="100%" height="4" aria-hidden="true">
        <rect className={css.done} width={`${(done / total) * 100}%`} height="4" />
      </svg>
    </>
  )
}

function Tools() {
  return (
    <section className={`${frame.sunken} ${layout.unprinted}`}>
      <div className={`${frame.split64} ${layout.page}`}>
        <div className={layout.top}>
          <h2>{tools.title}</h2>
          <p>{tools.text}</p>
        </div>
        <div className={layout.ruled}>
          {tools.groups.map((group) => (
            <div key={group.title} className={`${frame.split40} ${css.group}`}>
              <h3 className={`${layout.note} ${css.category}`}>{group.title}</h3>
              <dl className={css.tools}>
                {group.tools.map((tool) => (
                  <div key={tool.name}>
                    <dt>{tool.name}</dt>
                    <dd>{tool.why}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

/** Seven best practices; the intro occupies the first of eight grid cells. */
function BestPractices() {
  return (
    <section className={`${layout.page} ${css.bestPracticesSection}`}>
      <div className={`${layout.top} ${css.head}`}>
        <h2>{bestPractices.title}</h2>
        <p>{bestPractices.text}</p>
      </div>
      <ul className={css.habits}>
        {bestPractices.items.map((item) => (
          <li key={item.title} className={css.habit}>
            <h3>{item.title}</h3>
            <p className={frame.description}>{item.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
