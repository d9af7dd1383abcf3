import type { Plugin } from 'vite'

/** The module id of the function that Vite wraps around every dynamic `import()`. */
const viteHelper = '\0vite/preload-helper.js'

/**
 * Preloads a chunk's dependencies: scripts in parallel, and styles before the component renders, unless the page
 * already contains them. Retries a failed file once, so that a short loss of connection does not break the page. After
 * a second failure, the next import tries again.
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

/** Replaces Vite's helper, which also handles other bases, nonces and events, and is half a kilobyte larger. */
export const preload: Plugin = {
  name: 'backline:preload',
  enforce: 'pre',
  load: {
    filter: { id: /preload-helper\.js$/ },
    handler: (id) => (id === viteHelper ? code : null),
  },
}
