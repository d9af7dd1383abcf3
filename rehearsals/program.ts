import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program that a test starts, with its output so far. */
export class ChildProgram {
  readonly child: ChildProcess
  readonly exit: Promise<number | null>
  written = ''
  readonly #isGroup: boolean
  #isClosed = false

  /** With `detached`, the program and its descendants end together, because they form a process group. */
  constructor(file: string, args: readonly string[], options: SpawnOptions = {}) {
    this.child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    this.exit = once(this.child, 'exit').then(([code]) => code as number | null)
    this.#isGroup = options.detached === true
    this.child.once('close', () => {
      this.#isClosed = true
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.written += chunk.toString()
      })
  }

  /** Waits until the result is truthy; an exception counts as a failed attempt. */
  async until<Answer>(what: string, ask: () => Answer | Promise<Answer>): Promise<NonNullable<Answer>> {
    for (const end = Date.now() + 120_000; ; await sleep(5)) {
      // The last output can arrive after the program has ended.
      const isOver = this.#isClosed || Date.now() > end
      try {
        const answer = await ask()
        if (answer) return answer
      } catch {
        // The program is not ready yet.
      }
      if (isOver) break
    }
    await this.end('SIGKILL')
    throw new Error(`${this.child.spawnfile} did not ${what}. Its output:\n${this.written}`)
  }

  /** Waits until the output matches, and returns the first capturing group. */
  async says(words: RegExp): Promise<string> {
    const [whole, group] = await this.until(`print ${words}`, () => words.exec(this.written))
    return group ?? whole
  }

  /** Sends this signal, and SIGKILL if the program has not ended in time. */
  async end(signal: NodeJS.Signals = 'SIGTERM', milliseconds = 60_000): Promise<void> {
    const { pid, exitCode, signalCode } = this.child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const send = (each: NodeJS.Signals) => process.kill(this.#isGroup ? -pid : pid, each)
    send(signal)
    const timer = setTimeout(send, milliseconds, 'SIGKILL')
    await this.exit
    clearTimeout(timer)
  }
}
