import type { IncomingMessage, Server } from 'node:http'
import react from '@vitejs/plugin-react'
import { createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import { securityHeaders } from '#server/lib/http/headers.ts'
import type * as Prerenderer from '#site/app/prerender.tsx'
import { programs } from './dev-programs.ts'
import { packFacts } from './pack-facts.ts'
import { scopedName } from './scoped-name.ts'

const site = '/src/site/app/main.tsx'
const desk = '/src/desk/app/main.tsx'
const prerenderer = '/src/site/app/prerender.tsx'

/** What Vite answers; everything else is asked of the server. */
export const isVites = (url: string) => /^\/(@|src\/|tools\/|node_modules\/|\.cache\/)/.test(url)

/** Hot updates have a socket of their own. */
export const isVitesSocket = ({ headers }: IncomingMessage) =>
  headers['sec-websocket-protocol']?.startsWith('vite-') ?? false

interface Options {
  /** The server of HTTP whose socket hot updates go through. */
  front: Server
  publicUrl: string
  /** For what is worked out once, such as bundled packages. */
  cacheDir: string
  packs: string
}

/** Vite's server: modules for the browser, hot, and the same components for the HTML. */
export async function openVite({ front, publicUrl, cacheDir, packs }: Options): Promise<ViteDevServer> {
  return createServer({
    configFile: false,
    clearScreen: false,
    appType: 'custom',
    cacheDir,
    publicDir: false,
    plugins: [packFacts(`${packs}/packs.json`), react(), starts],
    css: { modules: { generateScopedName: scopedName } },
    optimizeDeps: {
      entries: [site, desk, ...programs.map(({ entry }) => entry)].map((entry) => entry.slice(1)),
    },
    server: {
      middlewareMode: true,
      hmr: { server: front },
      headers: securityHeaders(publicUrl),
      // What others write beside the sources is no change of the program.
      watch: { ignored: ['**/dist/**', '**/data/**', '**/.cache/**', '**/test-results/**'] },
    },
    environments: { prerender: { consumer: 'server' } },
  })
}

/** The renderer of the HTML, from the sources as they are now. */
export async function loadRenderer({
  environments: { prerender },
}: ViteDevServer): Promise<typeof Prerenderer> {
  if (!prerender || !isRunnableDevEnvironment(prerender)) throw new Error('Vite cannot render here')
  return prerender.runner.import<typeof Prerenderer>(prerenderer)
}

/** The script of a page: hot updates first, then the program. */
export const startOf = (program: string) => `/@id/virtual:start${program}`
export const siteStart = startOf(site)
export const deskStart = startOf(desk)

/** A page without a program, which is made anew when anything changes. */
export const plainStart = startOf('')

/** Tells pages without a program that they may look otherwise now. */
export const tellChanged = ({ environments: { client } }: ViteDevServer) =>
  client.hot.send('backline:changed')

const starts: Plugin = {
  name: 'backline:starts',
  resolveId: { filter: { id: /^virtual:start/ }, handler: (id) => id },
  load: {
    filter: { id: /^virtual:start/ },
    handler(id) {
      const program = id.slice('virtual:start'.length)
      if (!program) return `import.meta.hot.on('backline:changed', () => location.reload())`
      return `import '@vitejs/plugin-react/preamble'
        // What a module of components also exports, and those who import it may go on using as it was.
        window.__getReactRefreshIgnoredExports = () => ['laters', 'startDialogs']
        await import('${program}')`
    },
  },
  hotUpdate({ server }) {
    if (this.environment.name === 'prerender') tellChanged(server)
  },
}
