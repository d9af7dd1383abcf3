import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { readableLog } from './dev-log.ts'
import type { Target } from './dev-pass.ts'

interface Options {
  /** The program, which `dev-build.ts` writes. */
  main: string
  environment: Record<string, string>
  /** Where it keeps its data. */
  dataDir: string
  /** Tells people. */
  say: (line: string) => void
}

/** There is no server to ask; the message says what became of it. */
export class NoServer extends Error {}

/** Lies in the data once the quarter was made up: a later start need not look. */
const madeUpFile = 'made-up'

/** The server behind ours: one process, which another one follows when a file of it changes. */
export class DevServer {
  readonly #options: Options
  #child: ChildProcess | null = null
  #target: Promise<Target> | null = null
  #waiting: Promise<Target> | null = null
  #ended: Promise<unknown> = Promise.resolve()
  #hasServed = false
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether it runs or is about to. */
  get isThere(): boolean {
    return this.#child !== null || this.#waiting !== null
  }

  /** Where it listens; while it starts, whoever asks waits. */
  async target(): Promise<Target> {
    if (!this.#target) throw new NoServer('The server has not been started yet.')
    return this.#target
  }

  /** Starts it, or starts it anew. A start that still waits for the end of another will do for all who ask. */
  start(): Promise<Target> {
    this.#waiting ??= this.stop().then(() => {
      this.#waiting = null
      return this.#isClosed ? lost('Development ends.') : this.#spawn()
    })
    this.#target = this.#waiting
    return this.#target
  }

  /** There is none as long as it cannot be built; one that runs goes on. */
  fail(why: string): void {
    if (!this.isThere) this.#target = lost(why)
  }

  /** Ends it for good. */
  close(): Promise<unknown> {
    this.#isClosed = true
    return this.stop()
  }

  /** Ends it, one after the other: two cannot have the same data. */
  stop(): Promise<unknown> {
    const child = this.#child
    this.#child = null
    if (child && child.exitCode === null && child.signalCode === null) {
      this.#ended = once(child, 'close')
      child.kill('SIGTERM')
    }
    return this.#ended
  }

  #spawn(): Promise<Target> {
    const { main, environment, dataDir, say } = this.#options
    const madeUp = join(dataDir, madeUpFile)
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', main, existsSync(madeUp) ? 'serve' : 'continue'],
      { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    this.#child = child
    const log = readableLog(join(dataDir, 'server.log'), say)
    linesOf(child.stderr, log.read)
    // What it says beside is as true as it was, however often it starts.
    const isFirst = !this.#hasServed
    return new Promise<Target>((resolve, reject) => {
      linesOf(child.stdout, (line) => {
        if (line.startsWith('Made up a quarter')) writeFileSync(madeUp, '')
        const [, host, port] = /^Backline is at http:\/\/([\w.]+):(\d+)$/.exec(line) ?? []
        if (host && port) {
          this.#hasServed = true
          resolve({ host, port: Number(port) })
        } else if (isFirst) say(line)
      })
      child.once('close', (code, signal) => {
        log.close()
        const ended = `The server ended with ${signal ?? `code ${code}`}.`
        const why = [ended, ...log.last].join('\n')
        reject(new NoServer(why))
        if (this.#child !== child) return
        this.#child = null
        this.#target = lost(why)
        say(`${ended} It starts again when a file of it changes.`)
      })
    })
  }
}

function lost(why: string): Promise<Target> {
  const target = Promise.reject<Target>(new NoServer(why))
  target.catch(() => {})
  return target
}

function linesOf(stream: Readable | null, read: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', read)
}
