import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { BadConfig, type Config, readConfig } from '#server/app/config/config.ts'
import { softwareName } from '#shared/lib/software.ts'
import { scopedName } from '#tools/build/scoped-name.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { devPages, entries, writeSiteFolder } from './pages.ts'
import { runServer, waitForPort } from './server.ts'

/**
 * `npm run dev` serves the site, the desk and the server from one origin. Vite renders the pages and updates them in
 * place. All other requests go to the server, which has demo data and restarts when one of its files changes.
 */
const ownFolder = join('data', 'dev')
const cache = resolve('.cache/dev')
const printLine = (line: string) => process.stdout.write(`${line}\n`)

try {
  await develop(readConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR?.trim() || ownFolder }))
} catch (error) {
  console.error(error instanceof BadConfig ? error.message : error)
  process.exit(1)
}

async function develop(config: Config): Promise<void> {
  const { host, port, dataDir } = config
  if (process.argv.includes('--fresh')) await removeData(config)
  const publicUrl = config.publicUrl ?? `http://${host}:${port}`
  const serverPort = await freePort()
  const vite = await createServer({
    configFile: false,
    clearScreen: false,
    appType: 'custom',
    cacheDir: join(cache, 'vite'),
    publicDir: false,
    plugins: [react(), devPages(config, publicUrl)],
    css: { modules: { generateScopedName: scopedName } },
    optimizeDeps: { entries: Object.values(entries) },
    server: {
      host,
      port,
      strictPort: true,
      // The server sets the CORS headers.
      cors: false,
      proxy: {
        // Matches everything except the modules that Vite serves.
        '^/(?!(@|src/|made/|tools/|node_modules/|\\.cache/))': {
          target: `http://127.0.0.1:${serverPort}`,
          ws: true,
          // Tells the server the client's IP address; the server trusts this proxy.
          xfwd: true,
          // The content security policy would block styles and scripts that Vite inserts into the server's pages.
          configure: (proxy) => proxy.on('proxyRes', ({ headers }) => delete headers['content-security-policy']),
          async bypass({ headers, url }) {
            // Vite's own WebSocket.
            if (headers['sec-websocket-protocol']?.startsWith('vite-')) return url
            await waitForPort(serverPort)
            return null
          },
        },
      },
      // Ignores files that builds and tests write, because they must not cause a reload.
      watch: { ignored: ['**/dist/**', '**/data/**', '**/.cache/**', '**/test-results/**'] },
    },
    environments: { prerender: { consumer: 'server' } },
  })
  await vite.listen()
  await writeSiteFolder(vite, cache)
  const environment = {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: `${serverPort}`,
  }
  const stopServer = await runServer(join(cache, 'server'), environment, printLine)
  vite.watcher.add('supabase/schemas').on('change', (path) => {
    if (path.endsWith('.sql')) printLine(`${path} changed. To apply it: npm run dev -- --fresh`)
  })
  printLine(
    `${softwareName} is at ${publicUrl}, its emails at ${publicUrl}/mail/, states of the desk at ${publicUrl}/gallery/`,
  )

  async function end(): Promise<void> {
    await Promise.all([stopServer(), vite.close()])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.once(signal, () => void end())
}

/** Removes only the default data folder, because a folder that the developer set may have real data. */
async function removeData({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl || dataDir !== resolve(ownFolder)) {
    throw new BadConfig([`--fresh removes only ${ownFolder}. Unset DATA_DIR and DATABASE_URL.`])
  }
  await rm(dataDir, { recursive: true, force: true })
}
