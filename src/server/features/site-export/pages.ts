import { createHash } from 'node:crypto'
import { brand } from '#content/brand.ts'

/** Each view has a folder instead of a query, because static hosts ignore queries. */
export const folderOf = (view: string): string => (view === 'home' ? '/' : `/${view}/`)

/** In a page or the sitemap, replaces the URLs of views with the URLs of their folders. */
export const withFolders = (text: string, publicUrl: string): string =>
  text.replace(/("|https?:\/\/[\w.:[\]-]+)\/\?view=([a-z0-9-]+)/g, (whole, start: string, view: string) =>
    start === '"' || start === publicUrl ? start + folderOf(view) : whole,
  )

/** A URL that does not exist, so that the web host sends its 404 page. */
const missingPath = '/no-such-view'

/**
 * A script that runs first on the home page. The script redirects a view's query to the view's folder, and an email's
 * link to a page that explains the link. A query for an unknown view leads to the 404 page, as on our server
 * (`pages/routes.ts`). The rest of the URL does not change.
 */
export const redirectToFolder = (views: readonly string[]): string =>
  `{const q=new URLSearchParams(location.search),v=q.getAll('view').join();` +
  `if(q.has('call'))location.replace('/call/');` +
  `else if(${JSON.stringify(views)}.includes(v))location.replace('/'+v+'/'+location.search+location.hash);` +
  `else if(v&&v!='home')location.replace('${missingPath}')}`

/**
 * A script that runs first on every other view. The script restores the URL that the site uses for the view, so that
 * reports and shared links are the same on every host.
 */
export const showQuery = (view: string): string =>
  `{const q=new URLSearchParams(location.search);q.delete('view');` +
  `history.replaceState(history.state,'','/?view=${view}'+(q.size?'&'+q:'')+location.hash)}`

/** A script that runs on the 404 page. It redirects URLs below /desk/ to the desk. */
export const redirectToDesk =
  `if(location.pathname.startsWith('/desk/')&&!/\\.\\w+$/.test(location.pathname))` +
  `location.replace('/desk/?at='+encodeURIComponent(location.pathname+location.search)+location.hash)`

/** A script that runs first in the desk. The script restores the URL from which the 404 page redirected. */
export const showDeskAddress =
  `{const at=new URLSearchParams(location.search).get('at');` +
  `if(at&&at.startsWith('/desk/'))history.replaceState(null,'',at+location.hash)}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page to export: its HTML, and the content security policy that our server would send as a header. */
export interface ExportedPage {
  readonly html: string
  readonly policy: string
}

const allow = (policy: string, directive: string, source: string) =>
  policy.replace(`${directive} 'self'`, `${directive} 'self' ${source}`)

const intoHead = (html: string, element: string) => html.replace('<meta charset="utf-8">', (first) => first + element)

/** Adds a script that runs before all other scripts on the page. */
export const withScript = ({ html, policy }: ExportedPage, script: string): ExportedPage => ({
  html: intoHead(html, `<script>${script}</script>`),
  policy: allow(policy, 'script-src', hashOf(script)),
})

const mailAction = () =>
  `mailto:${encodeURI(brand.email)}?subject=${encodeURIComponent(`Form on the site of ${brand.name}`)}`

/**
 * Lets the visitor's mail program send a form until the script has loaded, because a static host cannot receive forms.
 */
export function withMailForms({ html, policy }: ExportedPage): ExportedPage {
  const forForms = html.replaceAll(
    /action="\/forms\/(?:booking|message)" method="post"/g,
    `action="${mailAction()}" method="post" enctype="text/plain"`,
  )
  return { html: forForms, policy: forForms === html ? policy : allow(policy, 'form-action', 'mailto:') }
}

/**
 * Puts the policy into the page, so that the policy applies on any host. Only a header can restrict framing: see
 * `headers.ts`.
 */
export function withPolicy({ html, policy }: ExportedPage): string {
  const inPage = policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ')
  return intoHead(html, `<meta http-equiv="content-security-policy" content="${inPage}">`)
}
