import { Agent, request } from 'node:http'

/**
 * Sends one request over a keep-alive connection; resolves to its status once the answer has been read completely.
 */
export function send(
  agent: Agent,
  url: URL,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

export interface Probe {
  /** The milliseconds of each request, once the last is answered. */
  stop: () => Promise<number[]>
}

/** Sends requests at a fixed rate, however slow the answers are, and times each from when it was due. */
export function probe(everyMilliseconds: number, ask: () => Promise<void>): Probe {
  const first = performance.now() + everyMilliseconds
  const asked: Promise<number>[] = []
  const timer = setInterval(() => {
    for (;;) {
      const due = first + asked.length * everyMilliseconds
      if (due > performance.now()) return
      const one = ask().then(() => performance.now() - due)
      // Aborted when the probe is stopped, so that started requests can be cancelled first.
      one.catch(() => {})
      asked.push(one)
    }
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(asked)
    },
  }
}

/** Requests the home view, with a browser's headers. */
export function pageProbe(url: string, everyMilliseconds: number): Probe {
  const agent = new Agent({ keepAlive: true })
  const page = new URL('/', url)
  const pages = probe(everyMilliseconds, async () => {
    const status = await send(agent, page, { 'accept-encoding': 'br' })
    if (status !== 200) throw new Error(`The home view was answered ${status}`)
  })
  return {
    async stop() {
      const times = await pages.stop()
      agent.destroy()
      return times
    },
  }
}
