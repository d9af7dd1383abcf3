import { brand } from '#content/brand.ts'
import { sharePictureSize } from '#content/descriptions.ts'
import { navigation } from '#content/navigation.ts'
import { isSampleMailbox } from '#content/samples.ts'
import type { ViewId } from '#content/views.ts'
import type { ManifestIcon, PageParts, RenderedPage } from '#shared/contract/site-renderer.ts'
import { dataText, type EditsInPage, editsScript } from '#shared/lib/edits-script.ts'

export interface StaticDocument extends PageParts {
  /** The page's view. Not set for plain pages, whose text the server fills in. */
  readonly view?: ViewId
  readonly title: string
  readonly description?: string
  /** The build's id. */
  readonly release: string
  /** The picture that other sites show with a link to this view. */
  readonly picture?: { readonly file: string; readonly alt: string }
  /** Structured data about the page for search engines. */
  readonly data?: string
  /** Additional elements for the head. */
  readonly head?: readonly string[]
  readonly body: string
  /** The edits that the bundle needs to hydrate the page. */
  readonly edits?: EditsInPage
}

/** Declares the order of layers first, so that the order does not depend on which file loads first. */
const layerOrder = '@layer tokens, base, motion, ui, site;'

const inlineStyle = (document: StaticDocument) => layerOrder + document.style

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
/** Escapes text for elements and quoted attributes. */
export const escaped = (text: string) => text.replace(/[&<"]/g, (character) => escapes[character] ?? character)

/** The paper color of `src/ui/tokens.css`, for the browser's toolbars. */
const paper = { light: '#f7f4ec', dark: '#1e1b16' } as const
export const themeColors = (['light', 'dark'] as const).map(
  (scheme) => `<meta name="theme-color" content="${paper[scheme]}" media="(prefers-color-scheme: ${scheme})">`,
)

/** A view's URL for search engines and link previews. */
export const viewAddress = (view: ViewId = 'home') =>
  view === 'home' ? '__PUBLIC_URL__/' : `__PUBLIC_URL__/?view=${view}`

/** The server fills in the placeholders `__PUBLIC_URL__`, `__PUBLISHABLE_KEY__` and `<!--supabase-url-->`. */
export function documentHtml(document: StaticDocument): string {
  const { title, description, view, boot, body, styleFiles, picture, data, edits } = document
  const address = viewAddress(view)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="application-name" content="${escaped(brand.name)}">`,
    `<title>${view ? escaped(title) : title}</title>`,
    ...themeColors,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<style${styleFiles ? ` data-files="${styleFiles.join(' ')}"` : ''}>${inlineStyle(document)}</style>`,
    ...(document.head ?? []),
  ]
  if (view && description) {
    head.push(
      `<meta name="description" content="${escaped(description)}">`,
      '<meta name="publishable-key" content="__PUBLISHABLE_KEY__"><!--supabase-url-->',
      `<meta name="release" content="${document.release}">`,
      `<link rel="canonical" href="${address}">`,
      '<meta property="og:type" content="website">',
      `<meta property="og:title" content="${escaped(title)}">`,
      `<meta property="og:description" content="${escaped(description)}">`,
      `<meta property="og:url" content="${address}">`,
    )
    // Meta elements for link previews in social networks and messengers. X also reads separate elements.
    if (picture)
      head.push(
        `<meta property="og:image" content="__PUBLIC_URL__${picture.file}">`,
        `<meta property="og:image:width" content="${sharePictureSize.width}">`,
        `<meta property="og:image:height" content="${sharePictureSize.height}">`,
        `<meta property="og:image:alt" content="${escaped(picture.alt)}">`,
        '<meta name="twitter:card" content="summary_large_image">',
        `<meta name="twitter:image:alt" content="${escaped(picture.alt)}">`,
      )
    head.push(data ?? '')
  } else {
    head.push('<meta name="robots" content="noindex">')
  }
  const root = `<div id="root"${view ? ` data-view="${view}"` : ''}>${body}</div>`
  const script = (edits ? editsScript(edits) : '') + (boot ? `<script>${boot}</script>` : '')
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body>${root}${script}</body></html>`
}

/**
 * Renders a page. Throws if the page has an inline style or script that the content security policy would silently
 * block.
 */
export function renderPage(name: string, document: StaticDocument): RenderedPage {
  const html = documentHtml(document)
  const { boot, data, edits } = document
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0
  const wrong = [
    count(/<script\b/g) !== [boot, data, edits].filter(Boolean).length && 'an unexpected script',
    data && !/^<script type="application\/ld\+json">[^<]+<\/script>$/.test(data) && 'invalid data',
    count(/<style\b/g) !== 1 && 'an unexpected style',
    count(/<template\b/g) > 0 && 'a template',
    count(/\sstyle="/g) > 0 && 'a style attribute',
    count(/\son[a-z]+="/g) > 0 && 'an inline event handler',
  ].filter(Boolean)
  if (wrong.length > 0) throw new Error(`${name}.html contains ${wrong.join(', ')}`)
  return { html, style: inlineStyle(document), script: boot ?? null }
}

/**
 * Describes the organization as structured data, a format that the content security policy does not block. The data
 * contains no figures, ratings or promises, because machines would repeat them without context (decision 19). @see
 * https://developers.google.com/search/docs/appearance/structured-data/organization
 */
export function organizationData(icons: readonly ManifestIcon[]): string {
  const logo = icons.find(({ sizes }) => sizes === '512x512')
  // Publishes only real links, not placeholders or the sample mailbox.
  const links = Object.values(brand.links).filter((href) => href.startsWith('https:'))
  const text = dataText({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${viewAddress()}#organization`,
    name: brand.name,
    url: viewAddress(),
    logo: `__PUBLIC_URL__${logo?.src}`,
    ...(!isSampleMailbox() && { email: brand.email }),
    ...(links.length > 0 && { sameAs: links }),
  })
  return `<script type="application/ld+json">${text}</script>`
}

/** The site's name and icons for home screens. @see https://www.w3.org/TR/appmanifest/ */
export const webManifest = (icons: readonly ManifestIcon[]): string =>
  JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.shortName || brand.name,
    description: navigation.footer.line,
    lang: 'en',
    start_url: '/',
    scope: '/',
    // The site does not work offline, so it leaves the browser's Back and Reload buttons visible.
    display: 'minimal-ui',
    theme_color: paper.light,
    background_color: paper.light,
    icons,
  })
