import { sharePictureSize } from '#content/descriptions.ts'
import type { ViewId } from '#content/views.ts'

export interface Document {
  /** Absent on the plain pages, which the server fills in. */
  view?: ViewId
  title: string
  description?: string
  /** The id of this build. */
  release: string
  /** The whole critical style, inline. */
  style: string
  /** The files that the inline style is made of, on pages whose program could request them. */
  styleFiles?: readonly string[]
  /** The one inline script. */
  boot?: string
  /** What other sites show for a link to this view. */
  picture?: { file: string; alt: string }
  /** A block of data about the view, for search engines. */
  data?: string
  /** Further elements of the head. */
  head?: readonly string[]
  /** The nonce that allows style and script where the policy does not list their hashes (development). */
  nonce?: string
  body: string
}

/** The order of the layers is stated first, so that it does not depend on which file loads first. */
const layerOrder = '@layer tokens, base, motion, ui, site;'

export const inlineStyle = (document: Document) => layerOrder + document.style

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
/** Escapes text for elements and quoted attributes. */
export const escaped = (text: string) =>
  text.replace(/[&<"]/g, (character) => escapes[character] ?? character)

/** The paper of `src/ui/tokens.css`, for the frame that a browser draws around the page. */
export const themeColour = { light: '#f7f4ec', dark: '#1e1b16' } as const

/** A view's own address for search engines and previews. */
export const viewAddress = (view: ViewId = 'home') =>
  view === 'home' ? '__PUBLIC_URL__/' : `__PUBLIC_URL__/?view=${view}`

/**
 * Renders one page as a string. `__PUBLIC_URL__`, `__PUBLISHABLE_KEY__` and
 * `<!--supabase-url-->` are placeholders for values that only the server knows; it fills them in once, at start.
 */
export function documentHtml(document: Document): string {
  const { title, description, view, boot, body, styleFiles, picture, data, nonce } = document
  const known = nonce ? ` nonce="${nonce}"` : ''
  const address = viewAddress(view)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${view ? escaped(title) : title}</title>`,
    `<meta name="theme-color" content="${themeColour.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${themeColour.dark}" media="(prefers-color-scheme: dark)">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<style${known}${styleFiles ? ` data-files="${styleFiles.join(' ')}"` : ''}>${inlineStyle(document)}</style>`,
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
    // How networks and messengers show a link. X reads the same, and its own tags where they are there.
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
  const script = boot ? `<script${known}>${boot}</script>` : ''
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body>${root}${script}</body></html>`
}

/** The policy allows one inline style and one inline script; the browser would silently block any other. */
export function refuseForeignMarkup(name: string, html: string, document: Document): void {
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0
  const wrong = [
    count(/<script\b/g) !== (document.boot ? 1 : 0) + (document.data ? 1 : 0) &&
      'a script that we did not put there',
    document.data &&
      !/^<script type="application\/ld\+json">[^<]+<\/script>$/.test(document.data) &&
      'data that is none',
    count(/<style\b/g) !== 1 && 'a style that we did not put there',
    count(/<template\b/g) > 0 && 'a template',
    count(/\sstyle="/g) > 0 && 'a style attribute',
    count(/\son[a-z]+="/g) > 0 && 'an inline event handler',
  ].filter(Boolean)
  if (wrong.length > 0) throw new Error(`${name}.html contains ${wrong.join(', ')}`)
}
