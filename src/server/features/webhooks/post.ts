import { readAddress } from '#server/lib/outgoing/address.ts'
import { faultOf } from '#server/lib/outgoing/fault.ts'
import { type Door, request } from '#server/lib/outgoing/request.ts'
import type { Reply, WebhookContext } from './types.ts'

interface Message {
  headers: Readonly<Record<string, string>>
  body: string
}

/** At most so many bytes of the response are read; its content is ignored. */
const answerBytes = 8192

const usualPatience = 10_000

type Options = Door & Pick<WebhookContext, 'patience'>

/** Posts once to any address, follows no redirects, ignores the response's content, and never throws. */
export async function post(
  address: string,
  { headers, body }: Message,
  { patience = usualPatience, ...door }: Options,
  signal: AbortSignal,
): Promise<Reply> {
  const url = readAddress(address, door.allowPrivate)
  if (typeof url === 'string') return { fault: url, isDoubtful: false }
  const deadline = AbortSignal.timeout(patience)
  return new Promise((resolve) => {
    let isConnected = false
    let reply: Reply | null = null
    const sending = request(url, door, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.any([signal, deadline]),
    })
    // The status has arrived, so an error in the rest of the response does not matter.
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
