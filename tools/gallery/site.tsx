import type { Root } from 'react-dom/client'
import '#desk/app/font.css'
import '#ui/styles.ts'
import { type SiteState, sampleResponseSchemas } from '#site/lib/sample-answers.ts'
import { ToastProvider } from '#ui/toast.tsx'
import { installFakeServer } from './fake-server.ts'

/** Renders a part of the site on a plain page, with the state's responses. */
export function showSite(state: SiteState, root: Root): void {
  installFakeServer({
    nameOf: (_, path) => /^\/rest\/v1\/(.+)$/.exec(path)?.[1] ?? null,
    schemas: sampleResponseSchemas,
    answers: { interactions: null, ...state.answers },
    now: Date.now(),
  })
  root.render(
    <ToastProvider>
      <main style={{ padding: 'var(--s-5)' }}>{state.draw()}</main>
    </ToastProvider>,
  )
}
