import { Fragment } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { checklistTabs } from '#content/checklists.ts'
import { forms } from '#content/forms.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { type ViewId, viewIds, views } from '#content/views.ts'
import { viewHref } from '#site/lib/navigation.tsx'
import '#ui/styles.ts'
import { PageColumns } from '#plain/page.tsx'
import { App } from './app.tsx'
import { CrashSafePage } from './notices.tsx'
import { PlainPage } from './plain-page.tsx'
import './plain-styles.ts'
import { loadScreen } from './use-views.ts'

export { descriptions, sharePictureTexts } from '#content/descriptions.ts'
export { viewIds, views } from '#content/views.ts'

/** Returns the HTML inside `#root` for one view. */
export async function renderView(view: ViewId): Promise<string> {
  const Screen = await loadScreen(view)
  const page = (
    <CrashSafePage id="root">
      <App first={{ view, Screen }} />
    </CrashSafePage>
  )
  // Renders every part in its place. By default, React streams large parts after the page, and a script moves them
  // into place.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  return new Response(prelude).text()
}

/** Pages without a view: the frame that the server fills in, the 404 page, and the page with all checklists. */
export function plainPages(): { name: string; title: string; body: string }[] {
  const { title, text, pages } = forms.notFound
  const notFound = renderToString(
    <PlainPage>
      <PageColumns
        title={title}
        beside={<p>{text}</p>}
        body={
          <>
            <h2>{pages}</h2>
            <ul>
              {viewIds.map((view) => (
                <li key={view}>
                  <a href={viewHref(view)}>{views[view].name}</a>
                </li>
              ))}
            </ul>
          </>
        }
      />
    </PlainPage>,
  )
  const marker = '@body@'
  const plain = renderToString(<PlainPage>{marker}</PlainPage>)
  return [
    { name: 'not-found', title, body: notFound },
    { name: 'all-checklists', title: qaChecklists.whole.title, body: renderToString(<AllChecklists />) },
    { name: 'plain', title: '<!--title-->', body: plain.replace(marker, '<!--body-->') },
  ]
}

/** All six lists on one page, for printing and for visitors without JavaScript; the view shows one list at a time. */
function AllChecklists() {
  const { whole } = qaChecklists
  return (
    <PlainPage>
      <PageColumns
        title={whole.title}
        beside={
          <>
            <p>{whole.text}</p>
            <p>
              <a href={viewHref('qa-checklists')}>{qaChecklists.hero.eyebrow}</a>
            </p>
          </>
        }
        body={checklistTabs.map(({ id, list }) => (
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
      />
    </PlainPage>
  )
}
