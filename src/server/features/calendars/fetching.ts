import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'
import { brand } from '#content/brand.ts'
import { readAddress } from '#server/lib/outgoing/address.ts'
import { faultOf } from '#server/lib/outgoing/fault.ts'
import { type Door, request } from '#server/lib/outgoing/request.ts'
import { ReadingFault } from './fault.ts'
import { limits } from './policy.ts'

/** The signature of `fetch`, which a library also calls. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

interface Asked {
  method: string
  headers: Headers
  body: string | null
}

/**
 * Fetches for one reading. Each address is checked, those of redirects too; the reading has limits for redirects, bytes
 * and time.
 */
export function openFetch(door: Door, deadline: AbortSignal): Fetch {
  const left = { bytes: limits.bytes as number, requests: limits.requests as number }
  return async (input, init = {}) => {
    const isManual = init.redirect === 'manual'
    const { url, ...asked } = await askedOf(input, init)
    let [at, what] = [url, asked]
    for (let count = 0; count <= limits.redirects; count++) {
      if (left.requests-- <= 0) throw new ReadingFault('too-many-redirects')
      const judged = readAddress(at, door.allowPrivate)
      if (typeof judged === 'string') throw new ReadingFault(judged)
      const response = await answerOf(judged, what, door, left, deadline)
      const to = response.headers.get('location')
      if (isManual || to === null || ![301, 302, 303, 307, 308].includes(response.status)) return response
      if (!URL.canParse(to, judged.href)) throw new ReadingFault('too-many-redirects')
      const next = new URL(to, judged.href)
      const headers = new Headers(what.headers)
      // The password is for the named server, not for one that it redirects to.
      if (next.origin !== judged.origin) headers.delete('authorization')
      at = next.href
      what = { ...what, headers }
    }
    throw new ReadingFault('too-many-redirects')
  }
}

async function askedOf(input: string | URL | Request, init: RequestInit): Promise<Asked & { url: string }> {
  const { method = 'GET', headers, body } = init
  const said = new Headers(headers)
  said.set('accept-encoding', 'gzip, deflate')
  said.set('user-agent', `${brand.name}-Calendars/1`)
  const url = input instanceof Request ? input.url : String(input)
  return { url, method, headers: said, body: typeof body === 'string' ? body : null }
}

async function answerOf(
  url: URL,
  { method, headers, body }: Asked,
  door: Door,
  left: { bytes: number },
  deadline: AbortSignal,
): Promise<Response> {
  try {
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    const sending = request(url, door, {
      method,
      headers: { ...Object.fromEntries(headers), ...length },
      signal: deadline,
    })
    // Errors during the response are handled where its body is read.
    sending.on('error', () => {})
    sending.end(body ?? undefined)
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    const text = await textOf(answer, left)
    sending.destroy()
    const { statusCode: status = 0 } = answer
    const said = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && name !== 'content-encoding') said.set(name, String(value))
    }
    const isEmpty = [204, 205, 304].includes(status)
    const response = new Response(isEmpty ? null : text, { status, headers: said })
    Object.defineProperty(response, 'url', { value: url.href })
    return response
  } catch (error) {
    if (error instanceof ReadingFault) throw error
    throw new ReadingFault(deadline.aborted ? 'too-slow' : faultOf(error as Error))
  }
}

/** The unpacked body; reading stops when the limit of bytes is exceeded. */
async function textOf(answer: IncomingMessage, left: { bytes: number }): Promise<string> {
  const chunks: Buffer[] = []
  const stream = unpacked(answer)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      left.bytes -= chunk.length
      if (left.bytes < 0) throw new ReadingFault('too-large')
      chunks.push(chunk)
    }
  } finally {
    answer.destroy()
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function unpacked(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate }[encoding]
  if (!unpack) return answer
  const unpacking = unpack()
  answer.on('error', (error) => unpacking.destroy(error))
  return answer.pipe(unpacking)
}
