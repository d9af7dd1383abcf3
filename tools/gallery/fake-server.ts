import * as v from 'valibot'
import { isSampleFailure, type SampleFailure } from '#shared/lib/sample-states.ts'

interface FakeServer {
  /** Returns the key of a request's response, or null if the request goes to the network. */
  nameOf: (method: string, path: string) => string | null
  schemas: Readonly<Record<string, v.GenericSchema>>
  answers: Readonly<Record<string, unknown>>
  /** The server's time. */
  now: number
  /** The presence in every channel, as Phoenix sends it. */
  present?: object
}

/** The number of unfinished requests that will get a response. */
let pending = 0
export const hasNoPendingRequests = () => pending === 0

/**
 * Replaces the server with a state's responses, and the browser's storage with storage in memory. The rest is the real
 * program, so call this function before the program loads.
 */
export function installFakeServer(stage: FakeServer): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, { value: new MemoryStorage() })
  // Prevents open tabs of the real desk from being notified of this sign-in.
  Object.defineProperty(window, 'BroadcastChannel', { value: undefined })
  const network = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const request = new Request(input, init)
    const name = stage.nameOf(request.method, new URL(request.url).pathname)
    return name === null ? network(request) : answerOf(stage, name, request)
  }
  SilentRealtimeSocket.present = stage.present ?? {}
  window.WebSocket = new Proxy(window.WebSocket, {
    construct: (Real, [url, protocols]: [string, string[]]) =>
      String(url).includes('/realtime/v1/') ? new SilentRealtimeSocket(url) : new Real(url, protocols),
  })
}

async function answerOf(stage: FakeServer, name: string, request: Request): Promise<Response> {
  const answer = stage.answers[name]
  if (isSampleFailure(answer) && answer.trouble === 'never')
    return new Promise((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
    )
  pending += 1
  try {
    // Waits a moment, as a network response would.
    await new Promise((resolve) => setTimeout(resolve))
    if (isSampleFailure(answer)) return errorResponseOf(answer)
    if (answer === undefined) {
      console.error(`missing response to ${request.method} ${name}`)
      return Response.json({ message: `no response to ${name}` }, { status: 501 })
    }
    const schema = stage.schemas[name]
    if (schema) v.parse(schema, answer)
    return replyWith(answer, request, stage.now)
  } finally {
    pending -= 1
  }
}

function errorResponseOf(answer: SampleFailure): Response {
  if (!('says' in answer)) throw new TypeError('Failed to fetch')
  const { trouble: status, says, code = 'PT409', hint = null, facts, wait } = answer
  const details = facts ? JSON.stringify(facts) : null
  return Response.json(
    { message: says, msg: says, code, error_code: code, hint, details },
    { status, headers: { 'x-sb-error-code': code, ...(wait && { 'retry-after': String(wait) }) } },
  )
}

/** Returns what the data API would return: filtered rows, a single row, or only the count. */
function replyWith(answer: unknown, { headers, method, url }: Request, now: number): Response {
  const rows = Array.isArray(answer) ? filterRows(answer, new URL(url).searchParams) : null
  const isOfTable = /\/rest\/v1\/(?!rpc\/)/.test(url)
  const range = `${rows?.length ? `0-${rows.length - 1}` : '*'}/${rows?.length ?? '*'}`
  const said = {
    date: new Date(now).toUTCString(),
    ...((rows || isOfTable) && { 'content-range': range }),
  }
  const isInsert = isOfTable && method === 'POST'
  if (answer === null) return new Response(null, { status: isInsert ? 201 : 204, headers: said })
  if (method === 'HEAD') return new Response(null, { headers: { ...said, 'content-type': 'application/json' } })
  if (typeof answer === 'string') return new Response(answer, { headers: { ...said, 'content-type': 'text/csv' } })
  const isOne = headers.get('accept')?.includes('vnd.pgrst.object')
  return Response.json(isOne && rows ? rows[0] : (rows ?? answer), {
    status: isInsert ? 201 : 200,
    headers: said,
  })
}

function filterRows(rows: readonly unknown[], wanted: URLSearchParams): unknown[] {
  const tests = [...wanted].flatMap(([column, wish]) => {
    const [, operator, value = ''] = /^(eq|in)\.(.*)$/.exec(wish) ?? []
    if (!operator) return []
    const values = operator === 'eq' ? [value] : value.slice(1, -1).replaceAll('"', '').split(',')
    return [(row: object) => !(column in row) || values.includes(String(row[column as keyof typeof row]))]
  })
  return rows.filter((row) => typeof row !== 'object' || row === null || tests.every((test) => test(row)))
}

/** A page's own storage, so that a state does not change the real desk's session and drafts. */
class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>()

  get length(): number {
    return this.#items.size
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value)
  }
  removeItem(key: string): void {
    this.#items.delete(key)
  }
  clear(): void {
    this.#items.clear()
  }
}

type RealtimeFrame = [joined: string | null, ref: string | null, topic: string, event: string, payload: unknown]

interface JoinPayload {
  config?: { postgres_changes?: object[] }
}

/** A realtime server that accepts every channel and sends its presence, but never sends a notification. */
class SilentRealtimeSocket {
  static present: object = {}
  readyState: number = WebSocket.CONNECTING
  binaryType = 'blob'
  bufferedAmount = 0
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  onerror: ((event: Event) => void) | null = null

  constructor(readonly url: string) {
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN
      this.onopen?.(new Event('open'))
    })
  }

  send(text: string): void {
    const [joined, ref, topic, event, payload] = JSON.parse(text) as RealtimeFrame
    const wishes = event === 'phx_join' ? ((payload as JoinPayload).config?.postgres_changes ?? []) : []
    const response = { postgres_changes: wishes.map((wish, index) => ({ ...wish, id: index + 1 })) }
    const reply: RealtimeFrame = [joined, ref, topic, 'phx_reply', { status: 'ok', response }]
    const state: RealtimeFrame = [joined, null, topic, 'presence_state', SilentRealtimeSocket.present]
    for (const frame of event === 'phx_join' ? [reply, state] : [reply])
      queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) })))
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    queueMicrotask(() => this.onclose?.(new CloseEvent('close')))
  }
}
