type Frame = [joined: string | null, ref: string | null, topic: string, event: string, payload: unknown]

interface Join {
  config?: { postgres_changes?: object[] }
}

/** The server end of realtime in a state: accepts every channel, and never sends news. */
export class QuietSocket {
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
    const [joined, ref, topic, event, payload] = JSON.parse(text) as Frame
    const wishes = event === 'phx_join' ? ((payload as Join).config?.postgres_changes ?? []) : []
    const response = { postgres_changes: wishes.map((wish, index) => ({ ...wish, id: index + 1 })) }
    const reply: Frame = [joined, ref, topic, 'phx_reply', { status: 'ok', response }]
    queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(reply) })))
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    queueMicrotask(() => this.onclose?.(new CloseEvent('close')))
  }
}
