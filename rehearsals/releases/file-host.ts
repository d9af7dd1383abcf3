import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * A minimal web host. It serves the files in a folder, `index.html` for a path that ends in a slash, and `404.html` for
 * a missing file. The host ignores queries, refuses POST and adds no headers.
 */
export async function hostFiles(folder: string, port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(folder, request, response))
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

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://host')
  const path = normalize(decodeURIComponent(pathname))
  const send = (status: number, file: string, bytes: Buffer) =>
    response
      .writeHead(status, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      .end(request.method === 'HEAD' ? undefined : bytes)
  if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end()
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
  try {
    send(200, file, await readFile(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') {
      return void response.writeHead(301, { location: `${pathname}/` }).end()
    }
    send(404, '404.html', await readFile(join(folder, '404.html')))
  }
}
