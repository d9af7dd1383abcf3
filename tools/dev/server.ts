import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { readableLog } from './log.ts'

interface Options {
  /** The server bundle, which `dev-build.ts` writes. */
  main: string
  environment: Record<string, string>
  /** Where it listens on 127.0.0.1; it keeps its port, by which Vite knows it. */
  port: number
  /** The server's data folder. */
  dataDir: string
  /** Prints a message for the developer. */
  say: (line: string) => void
}

/** Thrown when the server is down; the message says why. */
export class NoServer extends Error {}

/** This file in the data folder says that the demo data exist, so that a later start need not look. */
const madeUpFile = 'made-up'

/** The server process behind the proxy; a new process replaces it when one of its files changes. */
export class DevServer {
  readonly #options: Options
  #child: ChildProcess | null = null
  #ready: Promise<void> = lost('The server has not been started yet.')
  #waiting: Promise<void> | null = null
  #ended: Promise<unknown> = Promise.resolve()
  #hasServed = false
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether the server runs or is about to. */
  get isThere(): boolean {
    return this.#child !== null || this.#waiting !== null
  }

  get port(): number {
    return this.#options.port
  }

  /** Waits while the server starts. */
  ready(): Promise<void> {
    return this.#ready
  }

  /** Starts or restarts the server. Callers during a pending restart share it. */
  start(): Promise<void> {
    this.#waiting ??= this.stop().then(() => {
      this.#waiting = null
      return this.#isClosed ? lost('Development ends.') : this.#spawn()
    })
    this.#ready = this.#waiting
    return this.#ready
  }

  /** Used when the server cannot be built: a server that already runs keeps running. */
  fail(why: string): void {
    if (!this.isThere) this.#ready = lost(why)
  }

  /** Stops the server for good. */
  close(): Promise<unknown> {
    this.#isClosed = true
    return this.stop()
  }

  /** Stops are serialised, because two servers cannot share a data folder. */
  stop(): Promise<unknown> {
    const child = this.#child
    this.#child = null
    if (child && child.exitCode === null && child.signalCode === null) {
      this.#ended = once(child, 'close')
      child.kill('SIGTERM')
    }
    return this.#ended
  }

  #spawn(): Promise<void> {
    const { main, environment, port, dataDir, say } = this.#options
    const madeUp = join(dataDir, madeUpFile)
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', main, existsSync(madeUp) ? 'serve' : 'continue'],
      {
        env: { ...process.env, ...environment, HOST: '127.0.0.1', PORT: `${port}` },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    this.#child = child
    const log = readableLog(join(dataDir, 'server.log'), say)
    linesOf(child.stderr, (line) => log.read(line))
    // The other lines it prints at each start do not change, so only the first start shows them.
    const isFirst = !this.#hasServed
    return new Promise<void>((resolve, reject) => {
      linesOf(child.stdout, (line) => {
        if (line.startsWith('Made up a quarter')) writeFileSync(madeUp, '')
        if (line.startsWith('Backline is at')) {
          this.#hasServed = true
          resolve()
        } else if (isFirst) say(line)
      })
      child.once('close', (code, signal) => {
        log.close()
        const ended = `The server ended with ${signal ?? `code ${code}`}.`
        const why = [ended, ...log.last].join('\n')
        reject(new NoServer(why))
        if (this.#child !== child) return
        this.#child = null
        this.#ready = lost(why)
        say(`${ended} It starts again when a file of it changes.`)
      })
    })
  }
}

function lost(why: string): Promise<void> {
  const target = Promise.reject<void>(new NoServer(why))
  target.catch(() => {})
  return target
}

function linesOf(stream: Readable | null, read: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', read)
}
