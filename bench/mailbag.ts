import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A letter as the mail server received it. */
export interface Received {
  /** When its last byte arrived, in milliseconds since 1970. */
  at: number
  to: string
  /** Its Message-ID without our domain: the id of its row. */
  id: string
}

/** What identifies a letter, from its headers. */
export const letterIn = (text: string) => ({ id: /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? '' })

export interface MailServer {
  url: string
  count: () => Promise<number>
  /** All letters received, and the highest number of open connections. */
  all: () => Promise<{ received: Received[]; most: number }>
  stop: () => void
}

export async function startMailServer(): Promise<MailServer> {
  const child = fork(fileURLToPath(new URL('mail-server.ts', import.meta.url)), [], {
    serialization: 'advanced',
  })
  process.once('exit', () => child.kill())
  const [port] = await once(child, 'message')
  const ask = async (what: string) => {
    child.send(what)
    const [answer] = await once(child, 'message')
    return answer
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => ask('count') as Promise<number>,
    all: () => ask('all') as ReturnType<MailServer['all']>,
    stop: () => void child.kill(),
  }
}
