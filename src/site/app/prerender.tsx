import { renderToString } from 'react-dom/server'
import { forms } from '#content/forms.ts'
import type { ViewId } from '#content/views.ts'
import '#ui/styles.ts'
import { App } from './app.tsx'
import { PlainPage } from './plain-page.tsx'
import { loadScreen } from './views.ts'

export { descriptions } from '#content/descriptions.ts'
export { viewIds, views } from '#content/views.ts'

/** The HTML inside `#root` for one view, made by the components that the browser runs. */
export async function renderView(view: ViewId): Promise<string> {
  const Screen = await loadScreen(view)
  return renderToString(<App first={{ view, Screen }} />)
}

/** The pages without a view: the frame that the server fills in, and the one for unknown addresses. */
export function plainPages(): { name: string; title: string; body: string }[] {
  const { title, text } = forms.notFound
  const notFound = renderToString(
    <PlainPage>
      <h1>{title}</h1>
      <p>{text}</p>
    </PlainPage>,
  )
  const marker = '@body@'
  const plain = renderToString(<PlainPage>{marker}</PlainPage>)
  return [
    { name: 'not-found', title, body: notFound },
    { name: 'plain', title: '<!--title-->', body: plain.replace(marker, '<!--body-->') },
  ]
}
