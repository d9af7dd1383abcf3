import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FixedValues } from '#server/app/config/config.ts'

/** Matches the URL that the server prints once the server is ready. */
const readyLine = /https?:\/\/[\w.[\]:-]+:\d+/

/** The time limit for the first start of a database on a slow machine. */
const startSeconds = 60

/** Turns rate limits and DNS off, so that no test contacts an outside server. */
export const withoutLimits: Partial<FixedValues> = { rateLimit: false, nameServers: ['127.0.0.1:9'] }

interface RunningServerOptions {
  folder?: string
  fixed?: Partial<FixedValues>
}

/** Runs the built server in a separate process. */
export class RunningServer {
  url = ''
  /** The server's output since its first start, for failing tests. */
  output = ''
  #child: ChildProcess | undefined
  readonly #env: Record<string, string>
  readonly #words: string[]

  /** `env` overrides this process's environment. If `PORT` is not set, the system chooses a free port. */
  constructor(
    env: Record<string, string>,
    { folder = 'dist/server', fixed = withoutLimits }: RunningServerOptions = {},
  ) {
    this.#words = ['tools/testing/serve.mjs', folder, JSON.stringify(fixed)]
    this.#env = { PORT: '0', READY_OFF_SECONDS: '0', ...env }
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, this.#words, {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.url = await this.#ready(child)
    // A restarted server has the same port, because open pages must find the server again.
    this.#env.PORT = new URL(this.url).port
  }

  /** Sends SIGTERM, as an operator would, and returns the exit code. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  /** Sends SIGKILL, which ends the server as suddenly as a power failure. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Restarts the server with the same port and the same data. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  #ready(child: ChildProcess): Promise<string> {
    const before = this.output.length
    let timer: NodeJS.Timeout
    return new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The server ${why}. Its output:\n${this.output.slice(before)}`))
      timer = setTimeout(() => {
        child.kill('SIGKILL')
        fail(`did not start within ${startSeconds} s`)
      }, startSeconds * 1000)
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
      // Reads only standard output, because the log on standard error contains addresses before the server is ready.
      child.stdout?.on('data', (chunk: Buffer) => {
        const url = readyLine.exec(chunk.toString())?.[0]
        if (url) resolve(url)
      })
      child.once('exit', (code, signal) => fail(`ended with ${signal ?? `code ${code}`} before it was ready`))
    }).finally(() => clearTimeout(timer))
  }
}
