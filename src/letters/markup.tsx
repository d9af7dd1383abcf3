import { renderToStaticMarkup } from 'react-dom/server'
import { Frame } from './frame.tsx'
import type { LetterParts } from './parts.ts'

/** The letter as a page. React escapes every value in it. */
export const markupOf = (parts: LetterParts): string =>
  `<!doctype html>\n${renderToStaticMarkup(<Frame {...parts} />)}\n`
