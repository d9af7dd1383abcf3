import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import react from '@vitejs/plugin-react'
import { createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import { securityHeaders } from '#server/lib/http/headers.ts'
import type * as Prerenderer from '#site/app/prerender.tsx'
import { scopedName } from '#tools/build/scoped-name.ts'
import type { DevServer } from './server.ts'

const site = '/src/site/app/main.tsx'
const desk = '/src/desk/app/main.tsx'
const gallery = '/tools/gallery/main.ts'
const prerenderer = '/src/site/app/prerender.tsx'

/** The paths that Vite answers; everything else is proxied to the server. */
export const isVitesPath = (url: string) => /^\/(@|src\/|made\/|tools\/|node_modules\/|\.cache\/)/.test(url)

interface Options {
  /** The HTTP server that Vite's WebSocket attaches to. */
  front: Server
  publicUrl: string
  cacheDir: string
  server: DevServer
  /** Takes what the server answered, and writes it to the browser. */
  passBack: (answer: IncomingMessage, request: IncomingMessage, response: ServerResponse) => void
}

/** Vite's server: modules with hot updates for the browser, and the renderer of the HTML from the same components. */
export async function openVite(options: Options): Promise<ViteDevServer> {
  const { front, publicUrl, cacheDir, server, passBack } = options
  return createServer({
    configFile: false,
    clearScreen: false,
    appType: 'custom',
    cacheDir,
    publicDir: false,
    plugins: [react(), starts],
    css: { modules: { generateScopedName: scopedName } },
    optimizeDeps: {
      entries: [site, desk, gallery].map((entry) => entry.slice(1)),
    },
    server: {
      middlewareMode: { server: front },
      hmr: { server: front },
      // The server says itself which other origins may ask it.
      cors: false,
      proxy: {
        '/': {
          target: `http://127.0.0.1:${server.port}`,
          ws: true,
          // The server trusts this proxy for the client's address.
          xfwd: true,
          // Pages must be readable to be rewritten.
          headers: { 'accept-encoding': 'identity' },
          selfHandleResponse: true,
          configure: (proxy) => proxy.on('proxyRes', passBack),
          async bypass(request) {
            const isHotUpdates = request.headers['sec-websocket-protocol']?.startsWith('vite-')
            if (isHotUpdates || isVitesPath(request.url ?? '')) return request.url
            return server.ready.then(
              () => undefined,
              () => false,
            )
          },
        },
      },
      headers: securityHeaders(publicUrl),
      // Files that builds and tests write beside the sources must not trigger a reload.
      watch: { ignored: ['**/dist/**', '**/data/**', '**/.cache/**', '**/test-results/**'] },
    },
    environments: { prerender: { consumer: 'server' } },
  })
}

/** Modules in this process, from the current sources. */
export function runnerOf({ environments: { prerender } }: ViteDevServer) {
  if (!prerender || !isRunnableDevEnvironment(prerender)) throw new Error('Vite cannot render here')
  return prerender.runner
}

export const loadRenderer = (vite: ViteDevServer) => runnerOf(vite).import<typeof Prerenderer>(prerenderer)

/** The page's entry script: the hot-update client first, then the program. */
const startOf = (program: string) => `/@id/virtual:start${program}`
export const siteStart = startOf(site)
export const deskStart = startOf(desk)
export const galleryStart = startOf(gallery)

/** The entry script of a page without a program, which reloads when any source changes. */
export const plainStart = startOf('')

/** Reloads the pages that have no program, since their HTML may have changed. */
export const tellChanged = (vite: ViteDevServer) => vite.environments.client.hot.send('backline:changed')

const starts: Plugin = {
  name: 'backline:starts',
  resolveId: { filter: { id: /^virtual:start/ }, handler: (id) => id },
  load: {
    filter: { id: /^virtual:start/ },
    handler(id) {
      const program = id.slice('virtual:start'.length)
      if (!program) return `import.meta.hot.on('backline:changed', () => location.reload())`
      return `import '@vitejs/plugin-react/preamble'
        // What a module of components exports beside them: its importers may go on with the old value.
        window.__getReactRefreshIgnoredExports = () => ['laters']
        await import('${program}')`
    },
  },
  hotUpdate({ server }) {
    if (this.environment.name === 'prerender') tellChanged(server)
  },
}
