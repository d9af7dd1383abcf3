import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { createClient, SupabaseClient } from '@supabase/supabase-js'
import type { Settings } from '#e2e/server-pool.ts'
import { usual } from '#e2e/servers.ts'
import { freePort } from '#tools/testing/free-port.ts'

declare global {
  interface Window {
    /** What the library's own bundle defines globally. */
    supabase: { createClient: typeof createClient }
    client: SupabaseClient
  }
}

/** The library as it is published for browsers, unchanged. */
const require = createRequire(import.meta.url)
const bundle = join(dirname(require.resolve('@supabase/supabase-js')), 'umd', 'supabase.js')

/** Where another site of the test listens, which may ask us. */
export const otherPort = await freePort()

/** The pages of another site may call the server. */
export const open: Settings = {
  ...usual,
  ALLOWED_ORIGINS: `https://app.example.com,http://localhost:${otherPort}`,
}

/** A foreign site on this port, with the library alone. Both host names of this machine lead to it. */
export async function otherSite(port: number): Promise<{ close(): Promise<void> }> {
  const library = await readFile(bundle, 'utf8')
  const server = createServer((request, response) => {
    const isLibrary = request.url === '/library.js'
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(
      isLibrary ? library : '<!doctype html><title>Another site</title><script src="/library.js"></script>',
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
