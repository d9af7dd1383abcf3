import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ViteDevServer } from 'vite'
import { contentSecurityPolicy, securityHeaders } from '#server/lib/http/headers.ts'
import { mailPage } from './mail.ts'
import { failureHtml, galleryHtml, writePage } from './pages.ts'
import { type DevServer, NoServer } from './server.ts'
import { readStandIn } from './stand-ins.ts'
import { isVitesPath } from './vite.ts'

interface Options {
  vite: ViteDevServer
  server: DevServer
  publicUrl: string
  /** The folder for letters when no mail server is configured. */
  mail: string
}

/** Answers every request: with a page of the development server itself, or by Vite, which asks the server for the rest. */
export function answering({ vite, server, publicUrl, mail }: Options) {
  const usual = securityHeaders(publicUrl)
  const policyFor = (nonce: string) =>
    withNonce(contentSecurityPolicy(publicUrl.startsWith('https:'), undefined, [], true), nonce)

  const send = (response: ServerResponse, status: number, body: string, policy: string) => {
    if (response.headersSent) return void response.destroy()
    response.writeHead(status, { ...usual, ...pageHeaders, 'content-security-policy': policy }).end(body)
  }

  const fail = (response: ServerResponse, error: unknown) => {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    const nonce = newNonce()
    send(response, error instanceof NoServer ? 503 : 500, failureHtml(error, nonce), policyFor(nonce))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const nonce = newNonce()
    try {
      if (/^\/gallery(\/|$)/.test(path)) {
        // It shows itself in frames, and letters with the styles that they bring.
        const policy = policyFor(nonce)
          .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
          .replace(/style-src [^;]+/, "style-src 'self' 'unsafe-inline'")
        return send(response, 200, galleryHtml(nonce), policy)
      }
      const letters = path.startsWith('/mail/') ? await mailPage(mail, path) : null
      if (letters) return send(response, 200, letters.body, letters.policy)
      if (!isVitesPath(path)) await server.ready
      vite.middlewares(request, response, () => void response.writeHead(404).end())
    } catch (error) {
      fail(response, error)
    }
  }

  /** Passes on what the server answered; in the place of a stand-in, the page that Vite renders. */
  async function passBack(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse) {
    const { statusCode = 502, headers } = answer
    try {
      if (!headers['content-type']?.startsWith('text/html') || request.method === 'HEAD') {
        response.writeHead(statusCode, headers)
        return await pipeline(answer, response)
      }
      const html = await text(answer)
      const page = readStandIn(html)
      // Node finds the new length by itself.
      const { 'transfer-encoding': _, 'content-length': __, etag: ___, ...kept } = headers
      if (!page) return void response.writeHead(statusCode, kept).end(html)
      const nonce = newNonce()
      const body = await writePage(vite, page, nonce, request.method === 'GET')
      const policy = withNonce(String(headers['content-security-policy']), nonce)
      response.writeHead(statusCode, { ...kept, ...pageHeaders, 'content-security-policy': policy }).end(body)
    } catch (error) {
      fail(response, error)
    }
  }

  return { answer, passBack }
}

const pageHeaders: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
}

const newNonce = () => randomBytes(16).toString('base64')

/**
 * Hot updates insert styles and scripts into the page, which the policy allows by the same nonce as the first ones.
 * Vite's client needs the worker to poll for a server that is down.
 */
const withNonce = (policy: string, nonce: string) =>
  `${policy.replaceAll(/(script|style)-src 'self'/g, `$& 'nonce-${nonce}'`)}; worker-src 'self' blob:`
