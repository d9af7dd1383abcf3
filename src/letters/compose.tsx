import { renderToStaticMarkup } from 'react-dom/server'
import { Frame } from './frame.tsx'
import type { LetterParts } from './parts.ts'
import { plainText } from './plain-text.ts'

/** Both forms of a letter. In the HTML React escapes every value; the text needs no escaping. */
export const compose = (parts: LetterParts): { text: string; html: string } => ({
  text: plainText(parts),
  html: `<!doctype html>\n${renderToStaticMarkup(<Frame {...parts} />)}\n`,
})
