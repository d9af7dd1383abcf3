/** A folder replaces the query of a view, because static hosts ignore queries. */
export const folderOf = (view: string): string => (view === 'home' ? '/' : `/${view}/`)

/** Replaces the addresses of views in a page, or in the list of pages, by those of their folders. */
export const withFolders = (text: string, publicUrl: string): string =>
  text.replace(/("|https?:\/\/[\w.:[\]-]+)\/\?view=([a-z0-9-]+)/g, (whole, start: string, view: string) =>
    start === '"' || start === publicUrl ? start + folderOf(view) : whole,
  )

/** A missing address, which the host answers with its 404 page. */
const nowhere = '/no-such-view'

/**
 * Runs first on the home page, and redirects a query for a view to the view's folder, an unknown view to the 404 page,
 * as our server does (`pages/routes.ts`), and the link of a letter to a page that explains what happens to it here. The
 * rest of the address is kept.
 */
export const openFolder = (views: readonly string[]): string =>
  `{const q=new URLSearchParams(location.search),v=q.getAll('view').join();` +
  `if(q.has('call'))location.replace('/call/');` +
  `else if(${JSON.stringify(views)}.includes(v))location.replace('/'+v+'/'+location.search+location.hash);` +
  `else if(v&&v!='home')location.replace('${nowhere}')}`

/**
 * Runs first on any other view: restores the address that the site itself uses for the view, so that reports and shared
 * links are the same on every host.
 */
export const showQuery = (view: string): string =>
  `{const q=new URLSearchParams(location.search);q.delete('view');` +
  `history.replaceState(history.state,'','/?view=${view}'+(q.size?'&'+q:'')+location.hash)}`

/** Runs on the 404 page: an address below the desk belongs to the desk's program. */
export const openDesk =
  `if(location.pathname.startsWith('/desk/')&&!/\\.\\w+$/.test(location.pathname))` +
  `location.replace('/desk/?at='+encodeURIComponent(location.pathname+location.search)+location.hash)`

/** Runs first at the desk: restores the address from which the 404 page has redirected. */
export const showDeskAddress =
  `{const at=new URLSearchParams(location.search).get('at');` +
  `if(at&&at.startsWith('/desk/'))history.replaceState(null,'',at+location.hash)}`
