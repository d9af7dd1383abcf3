import { request } from 'node:https'
import type { Certificate } from './deploy-fronts.ts'

interface FrontSetup {
  port: number
  certificate: Certificate
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  localAddress?: string
}

/** One request over TLS that is checked; `localAddress` is where the client comes from. */
export function ask(setup: FrontSetup, path: string, options: Asked = {}, body = ''): Promise<Answer> {
  const { port, certificate } = setup
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        path,
        ca: certificate.authority,
        agent: false,
        ...options,
        headers: { host: `localhost:${port}`, ...options.headers },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
