import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'
import { contentSecurityPolicy, securityHeaders } from '#server/lib/http/headers.ts'
import { failurePage } from './failure.ts'
import { mailPage } from './mail.ts'
import { programHtml, writePage } from './pages.ts'
import { programs } from './programs.ts'
import { passOn } from './proxy.ts'
import type { DevServer } from './server.ts'
import { readStandIn } from './stand-ins.ts'
import { isVites, startOf } from './vite.ts'

interface Options {
  vite: ViteDevServer
  server: DevServer
  publicUrl: string
  /** The folder for letters when no mail server is configured. */
  mail: string
}

/**
 * Answers every request: with Vite, with a page of the development server itself, or through the proxy to the server.
 */
export function answering({ vite, server, publicUrl, mail }: Options) {
  const usual = securityHeaders(publicUrl)

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const nonce = randomBytes(16).toString('base64')
    const ownPolicy = withNonce(
      contentSecurityPolicy(publicUrl.startsWith('https:'), undefined, [], true),
      nonce,
    )
    const send = (status: number, body: string, policy: string) => {
      if (response.headersSent) return void response.destroy()
      response.writeHead(status, { ...usual, ...pageHeaders, 'content-security-policy': policy }).end(body)
    }
    try {
      if (isVites(path)) {
        const missed = (fault?: unknown) => void response.writeHead(fault ? 500 : 404).end()
        return vite.middlewares(request, response, missed)
      }
      const program = programs.find((one) => `${path}/`.startsWith(`${one.path}/`))
      if (program) {
        // A development server may show itself in frames, as the gallery does.
        const policy = ownPolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        return send(200, programHtml(program.title, startOf(program.entry), nonce), policy)
      }
      const letters = path.startsWith('/mail/') ? await mailPage(mail, path) : null
      if (letters) return send(200, letters.body, letters.policy)
      await passOn(await server.target(), request, response, async (html, headers) => {
        const page = readStandIn(html)
        if (!page) return null
        const policy = withNonce(String(headers['content-security-policy']), nonce)
        const isAsked = request.method === 'GET'
        return {
          html: await writePage(vite, page, nonce, isAsked),
          headers: { 'content-security-policy': policy },
        }
      })
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      const { status, body } = failurePage(error, nonce)
      send(status, body, ownPolicy)
    }
  }
}

const pageHeaders: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
}

/**
 * Hot updates insert styles and scripts into the page, which the policy allows by the same nonce as the first ones.
 * Vite's client needs the worker to poll for a server that is down.
 */
const withNonce = (policy: string, nonce: string) =>
  `${policy.replaceAll(/(script|style)-src 'self'/g, `$& 'nonce-${nonce}'`)}; worker-src 'self' blob:`
