import { renderToStaticMarkup } from 'react-dom/server'
import { footLinks } from './foot.ts'
import { Frame } from './frame.tsx'
import type { LetterParts } from './parts.ts'
import { plainText } from './plain-text.ts'

/** Returns both forms of a letter. In the HTML React escapes every value; the text needs no escaping. */
export function compose(parts: LetterParts, siteUrl: string | null): { text: string; html: string } {
  const foot = footLinks(siteUrl)
  return {
    text: plainText(parts, foot),
    html: `<!doctype html>\n${renderToStaticMarkup(<Frame parts={parts} foot={foot} />)}\n`,
  }
}
