import type { Root } from 'react-dom/client'
import { answerSchemas, type SiteState } from '#site/lib/answers.ts'
import { showPiece } from './piece-stage.tsx'
import { setStage } from './stage.ts'

/** Draws a part of the site, with what the server answers to it. */
export async function showSite(state: SiteState, root: Root): Promise<void> {
  setStage({
    nameOf,
    schemas: answerSchemas,
    answers: { interactions: null, ...state.answers },
    now: Date.now(),
  })
  await showPiece(state, root)
}

const nameOf = (_: string, path: string) => /^\/rest\/v1\/(.+)$/.exec(path)?.[1] ?? null
