import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createBuilder, type Rolldown } from 'vite'

interface Options {
  /** Where it is built. */
  folder: string
  environment: Record<string, string>
  /** Where it listens on 127.0.0.1; it keeps its port, by which Vite knows it. */
  port: number
  dataDir: string
  say: (line: string) => void
}

/** Thrown when the server is down; the message says why. */
export class NoServer extends Error {}

/** Lines of the server that are shown when it does not start. */
const lastLines = 5

/** The server process behind the proxy; a new process replaces it when one of its files changes. */
export class DevServer {
  readonly port: number
  readonly #options: Options
  readonly #main: string
  #child: ChildProcess | null = null
  #waiting: Promise<void> | null = null
  #ended: Promise<unknown> = Promise.resolve()
  #hasServed = false
  #isClosed = false
  /** Is over once the server answers. */
  ready: Promise<void> = lost('The server has not been started yet.')

  constructor(options: Options) {
    this.#options = options
    this.port = options.port
    this.#main = join(options.folder, 'main.js')
  }

  /** Whether the server runs or is about to. */
  get #isThere(): boolean {
    return this.#child !== null || this.#waiting !== null
  }

  /**
   * Builds the server, and again whenever one of its files changes. `restart` is called where what was built is another
   * text, which a changed comment or type does not make it, or where no server runs. Returns what ends this.
   */
  async watch(told: {
    restart: () => void
    failed: (sentence: string) => void
  }): Promise<() => Promise<void>> {
    const build = { outDir: this.#options.folder, emptyOutDir: false, sourcemap: true, watch: {} }
    const builder = await createBuilder({
      logLevel: 'silent',
      // The server uses React's production build, in development too.
      oxc: { jsx: { development: false } },
      // A server that starts at this moment must find the file.
      environments: { demo: { build } },
    })
    const { demo } = builder.environments
    if (!demo) throw new Error('the environment demo is missing')
    const watcher = (await builder.build(demo)) as Rolldown.RolldownWatcher
    let known = ''
    watcher.on('event', async (event) => {
      if (event.code === 'ERROR') {
        const sentence = `The server cannot be built: ${event.error.message}`
        // One that runs goes on.
        if (!this.#isThere) this.ready = lost(sentence)
        told.failed(sentence)
      }
      if (event.code !== 'END') return
      const text = await readFile(this.#main, 'utf8').catch(() => '')
      if (text !== known || !this.#isThere) told.restart()
      known = text
    })
    return () => watcher.close()
  }

  /** Starts or restarts the server. Callers during a pending restart share it. */
  start(): Promise<void> {
    this.#waiting ??= this.#stop().then(() => {
      this.#waiting = null
      return this.#isClosed ? lost('Development ends.') : this.#spawn()
    })
    this.ready = this.#waiting
    return this.ready
  }

  /** Stops the server for good. */
  close(): Promise<unknown> {
    this.#isClosed = true
    return this.#stop()
  }

  /** Stops are serialised, because two servers cannot share a data folder. */
  #stop(): Promise<unknown> {
    const child = this.#child
    this.#child = null
    if (child && child.exitCode === null && child.signalCode === null) {
      this.#ended = once(child, 'close')
      child.kill('SIGTERM')
    }
    return this.#ended
  }

  #spawn(): Promise<void> {
    const { environment, dataDir, say } = this.#options
    // This file says that the demo data exist, so that a later start need not look.
    const madeUp = join(dataDir, 'made-up')
    const words = ['--enable-source-maps', this.#main, existsSync(madeUp) ? 'serve' : 'continue']
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...environment, HOST: '127.0.0.1', PORT: `${this.port}` },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    mkdirSync(dataDir, { recursive: true })
    const log = createWriteStream(join(dataDir, 'server.log'), { flags: 'a' })
    const last: string[] = []
    linesOf(child.stderr, (line) => {
      log.write(`${line}\n`)
      const sentence = sentenceOf(line)
      if (sentence === null) return
      say(sentence)
      last.push(sentence)
    })
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
        log.end()
        const ended = `The server ended with ${signal ?? `code ${code}`}.`
        const why = [ended, ...last.slice(-lastLines)].join('\n')
        reject(new NoServer(why))
        if (this.#child !== child) return
        this.#child = null
        this.ready = lost(why)
        say(`${ended} It starts again when a file of it changes.`)
      })
    })
  }
}

type LogLine = { level: string; msg?: string; err?: { message?: string; stack?: string } }

/** What the developer is told of a line: plain sentences, and the errors of the JSON log. */
function sentenceOf(line: string): string | null {
  if (line.startsWith('{"level"')) {
    const { level, msg = '', err } = JSON.parse(line) as LogLine
    if (!/^(warn|error|fatal)$/.test(level)) return null
    return [`server ${level}: ${msg}`, err?.stack ?? err?.message ?? []].flat().join('\n')
  }
  // The sources of the database have changed since.
  const isOfAnother = line.includes(' was written by ')
  return isOfAnother ? `${line}\nOr begin with new data: npm run dev -- --fresh` : line
}

function lost(why: string): Promise<void> {
  const target = Promise.reject<void>(new NoServer(why))
  target.catch(() => {})
  return target
}

function linesOf(stream: Readable | null, read: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', read)
}
