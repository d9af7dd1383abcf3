import type { Root } from 'react-dom/client'
import '#desk/app/font.css'
import '#ui/styles.ts'
import { answerSchemas, type SiteState } from '#site/lib/sample-answers.ts'
import { ToastPlace } from '#ui/toast.tsx'
import { setStage } from './stage.ts'

/** Renders a part of the site on a plain page, with the state's responses. */
export function showSite(state: SiteState, root: Root): void {
  setStage({
    nameOf: (_, path) => /^\/rest\/v1\/(.+)$/.exec(path)?.[1] ?? null,
    schemas: answerSchemas,
    answers: { interactions: null, ...state.answers },
    now: Date.now(),
  })
  root.render(
    <ToastPlace>
      <main style={{ padding: 'var(--s-5)' }}>{state.draw()}</main>
    </ToastPlace>,
  )
}
