import { Fragment } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { checklistTabs } from '#content/checklists.ts'
import { descriptions, sharePictureTexts } from '#content/descriptions.ts'
import { forms } from '#content/forms.ts'
import { editsOfView, editsOfViews } from '#content/groups.ts'
import { look, ownSignal } from '#content/look.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { currentEdits } from '#content/tree.ts'
import { type ViewId, viewIds, views } from '#content/views.ts'
import type { PageParts, RenderedPage, SiteRenderer } from '#shared/contract/site-renderer.ts'
import { signalTokens } from '#shared/lib/color.ts'
import { otherEditsPath } from '#shared/lib/edits-script.ts'
import { viewHref } from '#site/lib/navigation.tsx'
import '#ui/styles.ts'
import { PageColumns } from '#plain/page.tsx'
import { App } from './app.tsx'
import { organizationData, renderPage, webManifest } from './document.ts'
import { CrashSafePage } from './notices.tsx'
import { PlainPage } from './plain-page.tsx'
import './plain-styles.ts'
import { loadScreen } from './use-views.ts'

/** A logo has no class, because the build leaves out rules for classes that its own pages lack. */
const logoStyle = 'header img{display:block;max-width:11rem;height:2rem;object-fit:contain}'

/** The style that an owner's look adds to the inline style of every page. */
function lookStyle(): string {
  const signal = ownSignal()
  return (signal === null ? '' : signalTokens(signal)) + (look.logo && logoStyle)
}

/** Renders all pages with the texts and edits of this process. */
export const renderSite: SiteRenderer['renderSite'] = async ({ release, pages, pictures }) => {
  const edits = currentEdits()
  const more = Object.keys(editsOfViews(edits)).length > 0 ? otherEditsPath : undefined
  const rendered: Record<string, RenderedPage> = {}
  const partsOf = (name: string): PageParts => {
    const parts = pages[name]
    if (!parts) throw new Error(`missing parts of page ${name}`)
    return { ...parts, style: parts.style + lookStyle() }
  }
  for (const view of viewIds) {
    const needed = editsOfView(edits, view)
    rendered[view] = renderPage(view, {
      ...partsOf(view),
      view,
      release,
      title: views[view].title,
      description: descriptions[view],
      picture: { file: pictures.share[view] ?? '', alt: sharePictureTexts[view] },
      // Only one page contains this data, so that the home page stays small.
      data: view === 'about' ? organizationData(pictures.icons) : '',
      body: await renderView(view),
      ...((more || Object.keys(needed).length > 0) && { edits: { edits: needed, more } }),
    })
  }
  for (const page of plainPages())
    rendered[page.name] = renderPage(page.name, { ...partsOf(page.name), ...page, release })
  return { pages: rendered, manifest: webManifest(pictures.icons) }
}

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
