import { convert, type HtmlToTextOptions } from 'html-to-text'
import { limits } from './types.ts'

const hiddenParts = ['img', 'head', 'script', 'style', 'template', 'title', 'svg', '[hidden]']
const hiding = ['display:none', 'visibility:hidden', 'font-size:0px', 'mso-hide:all'].flatMap((style) => [
  style,
  style.replace(':', ': '),
])
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: limits.whole, maxDepth: 500 },
  selectors: [
    ...hiddenParts.map((selector) => ({ selector, format: 'skip' })),
    ...hiding.map((style) => ({ selector: `[style*="${style}" i]`, format: 'skip' })),
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { ignoreHref: true } },
    {
      selector: 'a[href^="http"]',
      format: 'anchor',
      options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true },
    },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'blockquote', options: { trimEmptyLines: false } },
  ],
}

/** Reduces the HTML of an email to text, without hidden parts and without loading anything. Marks quotes with `>`. */
export const htmlText = (html: string): string => convert(html, options).replaceAll('\u00a0', ' ')
