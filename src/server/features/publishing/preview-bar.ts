import { previewWords } from '#content/preview.ts'
import type { RenderedSite } from '#shared/contract/site-renderer.ts'

const bar = `<p id="preview">${previewWords.text} <a href="/preview/end">${previewWords.end}</a></p>`
const barStyle =
  '#preview{position:sticky;bottom:0;margin:0;padding:.75rem 1rem;background:var(--ink);color:var(--paper)}' +
  '#preview a{color:inherit;white-space:nowrap}'

/** Adds a bar to each page that says that it is a preview. The site's script counts no visits on such a page. */
export function markPreview({ pages, ...site }: RenderedSite): RenderedSite {
  const marked = Object.entries(pages).map(([name, { html, style, script }]) => [
    name,
    {
      html: html.replace('</style>', `${barStyle}</style>`).replace('</body>', `${bar}</body>`),
      style: style + barStyle,
      script,
    },
  ])
  return { ...site, pages: Object.fromEntries(marked) }
}
