import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Settings } from '#e2e/server-pool.ts'
import { usual } from '#e2e/servers.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { bundle } from './auth-library.ts'

/** Where another site of the test listens, which may ask us. */
export const otherPort = await freePort()

/** Everybody may make an account, and another site's pages may ask. */
export const open: Settings = {
  ...usual,
  AUTH_SIGN_UP: 'unconfirmed',
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
