import { Fragment } from 'react'
import { checklistTabs } from '#content/checklists.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { viewHref } from '#site/lib/navigation.ts'
import { PlainPage } from './plain-page.tsx'

const { whole } = qaChecklists

/** All six lists on one page, for visitors without script and for printing; the view shows one at a time. */
export function AllChecklists() {
  return (
    <PlainPage>
      <h1>{whole.title}</h1>
      <p>{whole.text}</p>
      {checklistTabs.map(({ id, list }) => (
        <Fragment key={id}>
          <h2>{list.title}</h2>
          <p>{list.description}</p>
          {list.sections.map(({ title, items }) => (
            <Fragment key={title}>
              <h3>{title}</h3>
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </Fragment>
          ))}
        </Fragment>
      ))}
      <p>
        <a href={viewHref('qa-checklists')}>{qaChecklists.hero.eyebrow}</a>
      </p>
    </PlainPage>
  )
}
