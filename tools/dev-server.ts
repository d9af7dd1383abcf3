import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Target } from './dev-pass.ts'

interface Options {
  /** The program, which `dev-build.ts` writes. */
  main: string
  environment: Record<string, string>
  /** Where it keeps its data. */
  dataDir: string
  /** What it says to people. */
  say: (line: string) => void
}

/** The server behind ours: one process, which another one follows when a file of it changes. */
export class DevServer {
  readonly #options: Options
  #child: ChildProcess | null = null
  #target: Promise<Target>
  #found: (target: Target) => void = () => {}
  #changing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#target = this.#wait()
  }

  /** Where it listens; while it starts, whoever asks waits. */
  get target(): Promise<Target> {
    return this.#target
  }

  /** Starts it, or starts it anew. One after the other: two cannot have the same data. */
  start(): Promise<void> {
    return this.#after(async () => {
      if (this.#child) this.#target = this.#wait()
      await this.#end()
      this.#spawn()
    })
  }

  stop(): Promise<void> {
    return this.#after(() => this.#end())
  }

  #after(work: () => Promise<void>): Promise<void> {
    this.#changing = this.#changing.then(work, work)
    return this.#changing
  }

  #wait(): Promise<Target> {
    return new Promise((resolve) => {
      this.#found = resolve
    })
  }

  async #end(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }

  #spawn(): void {
    const { main, environment, dataDir, say } = this.#options
    const isFilled = existsSync(join(dataDir, filledFile))
    const child = spawn(process.execPath, ['--enable-source-maps', main, isFilled ? 'serve' : 'continue'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#child = child
    const found = this.#found
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const [, host, port] = /^Backline is at http:\/\/([\w.]+):(\d+)$/.exec(line) ?? []
      if (!host || !port) return say(line)
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(join(dataDir, filledFile), '')
      found({ host, port: Number(port) })
    })
    child.once('exit', (code) => {
      if (this.#child !== child) return
      this.#child = null
      this.#target = this.#wait()
      say(`The server ended with code ${code}. It is started again as soon as a file of it changes.`)
    })
  }
}

/** Lies in the data once they are whole. */
const filledFile = 'made-up'
