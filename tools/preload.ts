import type { Plugin } from 'vite'

/** By this id Vite names the function through which every `import()` of the browser's program goes. */
const viteHelper = '\0vite/preload-helper.js'

/**
 * Fetches what a part needs beside its code: scripts ahead, styles before it is shown, but for those that the page
 * brought along. A line that dropped for a moment is no reason to do without a part, so what failed is tried once
 * more; what failed twice is asked for again by the next who wants it.
 */
const code = `
const asked = {}
const brought = document.querySelector('style')?.dataset.files ?? ''
const ask = (file) =>
  (asked[file] ??= new Promise((done, fail) => {
    if (brought.includes(file)) return done()
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'stylesheet' : 'modulepreload'
    link.href = '/' + file
    link.onload = done
    link.onerror = () => {
      delete asked[file]
      link.remove()
      fail(Error(file))
    }
    document.head.append(link)
    if (!isStyle) done()
  }))
export const __vitePreload = (load, files = []) => {
  const fetchAll = () => Promise.all(files.map(ask)).then(load)
  return fetchAll().catch(() => new Promise((wait) => setTimeout(wait, 300)).then(fetchAll))
}
`

/** Half a kilobyte less for every visitor than Vite's own, which also serves other bases, nonces and events. */
export const preload: Plugin = {
  name: 'backline:preload',
  enforce: 'pre',
  load: {
    filter: { id: /preload-helper\.js$/ },
    handler: (id) => (id === viteHelper ? code : null),
  },
}
