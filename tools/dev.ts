import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { contentSecurityPolicy, securityHeaders } from '#server/lib/http/headers.ts'
import { watchServer } from './dev-build.ts'
import { providePacks } from './dev-packs.ts'
import { programHtml, writePage } from './dev-pages.ts'
import { passOn, passSocket } from './dev-pass.ts'
import { programs } from './dev-programs.ts'
import { DevServer } from './dev-server.ts'
import { readStandIn, writeStandIns } from './dev-site.ts'
import { isVites, openVite, startOf } from './dev-vite.ts'

/**
 * The site, the desk and the server at one address, each changed in place while its sources change: `npm run dev`.
 * Vite stands in front. What it does not answer is asked of the server behind it, which serves the demo's quarter.
 */
const { PORT = '3000', HOST = '127.0.0.1', DATA_DIR = join('data', 'dev'), PUBLIC_URL } = process.env
const cache = resolve('.cache/dev')
const siteFolder = join(cache, 'site')
const packs = join(cache, 'packs')
const publicUrl = PUBLIC_URL ?? `http://${HOST}:${PORT}`
const say = (line: string) => process.stdout.write(`${line}\n`)

const front = createServer((request, response) => void answer(request, response))
front.on('upgrade', (request, socket, first) => {
  if (request.headers['sec-websocket-protocol']?.startsWith('vite-')) return
  void server.target.then((target) => passSocket(target, request, socket, first))
})
front.listen(Number(PORT), HOST)
await once(front, 'listening')

const vite = await openVite({ front, publicUrl, cacheDir: join(cache, 'vite'), packs })
const server = new DevServer({
  main: join(cache, 'server', 'main.js'),
  environment: {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: resolve(DATA_DIR),
  },
  dataDir: resolve(DATA_DIR),
  say,
})
await Promise.all([writeStandIns(siteFolder), providePacks(packs, say)])
const stopBuild = await watchServer(join(cache, 'server'), (error) => {
  if (error) say(`The server cannot be built: ${error.message}`)
  else void server.start()
})
void server.target.then(() => say(`Backline is at ${publicUrl}`))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
  process.once(signal, () => void end())

async function end() {
  await Promise.all([stopBuild(), server.stop(), vite.close()])
  process.exit(0)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  const program = programs.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  const nonce = randomBytes(16).toString('base64')
  const allow = (policy: string) => policy.replaceAll(/(script|style)-src 'self'/g, `$& 'nonce-${nonce}'`)
  if (isVites(path)) return vite.middlewares(request, response, () => response.writeHead(404).end())
  if (program) {
    const policy = allow(contentSecurityPolicy(false, undefined, null, true))
    response.writeHead(200, {
      ...securityHeaders(publicUrl),
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
    })
    response.end(programHtml(program.title, startOf(program.entry), nonce))
    return
  }
  await passOn(await server.target, request, response, async (html, headers) => {
    const page = readStandIn(html)
    if (!page) return null
    headers['content-security-policy'] = allow(String(headers['content-security-policy']))
    return writePage(vite, page, nonce)
  })
}
