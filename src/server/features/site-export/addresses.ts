/** A view's folder: a host that serves files reads no query. */
export const folderOf = (view: string): string => (view === 'home' ? '/' : `/${view}/`)

/** Turns the addresses of views in a page, or in the list of pages, into those of their folders. */
export const withFolders = (text: string, publicUrl: string): string =>
  text.replace(/("|https?:\/\/[\w.:[\]-]+)\/\?view=([a-z0-9-]+)/g, (whole, start: string, view: string) =>
    start === '"' || start === publicUrl ? start + folderOf(view) : whole,
  )

/** Nothing is there, so that the host answers with its 404 page. */
const nowhere = '/no-such-view'

/**
 * Runs first on the home page: a view that is asked for by its query is in a folder of its own, an unknown one is not
 * there, as at our server (`pages/routes.ts`), and the link of a letter leads to a page that says what becomes of it
 * here. What else the address says goes along.
 */
export const openFolder = (views: readonly string[]): string =>
  `{const q=new URLSearchParams(location.search),v=q.getAll('view').join();` +
  `if(q.has('call'))location.replace('/call/');` +
  `else if(${JSON.stringify(views)}.includes(v))location.replace('/'+v+'/'+location.search+location.hash);` +
  `else if(v&&v!='home')location.replace('${nowhere}')}`

/**
 * Runs first on any other view: the address becomes the one that the site itself uses for this view, so that it reads the
 * same in reports and when somebody passes it on, whichever host the site is on.
 */
export const showQuery = (view: string): string =>
  `{const q=new URLSearchParams(location.search);q.delete('view');` +
  `history.replaceState(history.state,'','/?view=${view}'+(q.size?'&'+q:'')+location.hash)}`

/** Runs on the page for what is not there: an address below the desk is the desk's own program. */
export const openDesk =
  `if(location.pathname.startsWith('/desk/')&&!/\\.\\w+$/.test(location.pathname))` +
  `location.replace('/desk/?at='+encodeURIComponent(location.pathname+location.search)+location.hash)`

/** Runs first at the desk, which that page has opened: its address is the one that was asked for. */
export const showDeskAddress =
  `{const at=new URLSearchParams(location.search).get('at');` +
  `if(at&&at.startsWith('/desk/'))history.replaceState(null,'',at+location.hash)}`
