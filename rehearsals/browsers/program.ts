import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A child process of a test, with all its descendants. */
export class ChildProgram {
  readonly #child: ChildProcess
  #written = ''

  /** Starts a process group, because a browser has many processes, all of which must end together. */
  constructor(file: string, args: readonly string[], env: Record<string, string>) {
    this.#child = spawn(file, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#written += chunk.toString()
      })
    this.#child.on('error', (error) => {
      this.#written += String(error)
    })
  }

  /** Waits until the output matches, and returns the first capturing group. */
  async says(words: RegExp): Promise<string> {
    const end = Date.now() + 30_000
    while (Date.now() < end && this.#child.exitCode === null) {
      const found = words.exec(this.#written)
      if (found) return found[1] ?? found[0]
      await new Promise((over) => setTimeout(over, 20))
    }
    throw new Error(`${this.#child.spawnfile} did not print ${words}. Its output:\n${this.#written}`)
  }

  async end(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const ended = once(this.#child, 'exit')
    process.kill(-pid, 'SIGKILL')
    await ended
  }
}
