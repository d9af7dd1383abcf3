import * as http from 'node:http'
import * as https from 'node:https'
import type { WebhookFault } from '#shared/contract/webhooks.ts'
import { readAddress } from './address.ts'
import { PrivateAddress, publicLookup } from './public-address.ts'
import type { Reply, WebhookContext } from './types.ts'

interface Message {
  headers: Readonly<Record<string, string>>
  body: string
}

/** So much of an answer is read before we hang up; nobody looks at it. */
const answerBytes = 8192

const usualPatience = 10_000

type Options = Pick<WebhookContext, 'allowPrivate' | 'lookup' | 'patience'>

/** Posts once to an address that may be anybody's, follows nothing, believes nothing, and never throws. */
export async function post(
  address: string,
  { headers, body }: Message,
  { allowPrivate, lookup, patience = usualPatience }: Options,
  signal: AbortSignal,
): Promise<Reply> {
  const url = readAddress(address, allowPrivate)
  if (typeof url === 'string') return { fault: url, isDoubtful: false }
  const deadline = AbortSignal.timeout(patience)
  const { request, Agent } = url.protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    let isConnected = false
    let reply: Reply | null = null
    const sending = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // No connection is kept: the next one is looked at anew.
      agent: new Agent({ keepAlive: false }),
      signal: AbortSignal.any([signal, deadline]),
      ...(allowPrivate ? lookup && { lookup } : { lookup: publicLookup(lookup) }),
    })
    // The status has arrived, so an error in the rest of the answer does not matter.
    const end = (error: Error) => {
      const fault = deadline.aborted ? 'too-slow' : faultOf(error)
      resolve(reply ?? { fault, isDoubtful: isConnected && sending.writableFinished })
    }
    sending.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    sending.once('response', (answer) => {
      reply = { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
      let read = 0
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > answerBytes) answer.destroy()
      })
      answer.on('error', () => {})
    })
    sending.on('error', end)
    sending.once('close', () => end(new Error('no answer')))
    sending.end(body)
  })
}

const faults: Readonly<Record<string, WebhookFault>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ENODATA: 'name-not-found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'too-slow',
}

/** What OpenSSL and Node say of a certificate that does not prove what it should, and of what is no TLS at all. */
const certificate = /CERT|_TLS_|SSL|SIGNATURE|ISSUER|^EPROTO$/

function faultOf(error: Error): WebhookFault {
  if (error instanceof PrivateAddress) return 'private-address'
  const { code = '', errors = [] } = error as Error & { code?: string; errors?: Error[] }
  // Several addresses were tried, and each failed: the first says why.
  if (errors[0] && !faults[code]) return faultOf(errors[0])
  return faults[code] ?? (certificate.test(code) ? 'certificate' : 'broken-off')
}
