import { build, preview } from 'vite'

const configFile = 'vite.gallery.config.ts'

/** Builds the gallery and serves it; gives its address, and what ends that. */
export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  await build({ configFile, logLevel: 'warn' })
  const server = await preview({ configFile, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the gallery has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}
