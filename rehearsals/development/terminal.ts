import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command in its own terminal, which Debian's `script` provides. */
export class Terminal {
  readonly #child: ChildProcess
  readonly #dataDir: string
  readonly #ended: Promise<unknown>
  #shown = ''

  constructor(command: string, dataDir: string) {
    this.#dataDir = dataDir
    // `exec` passes on the command's own exit code: a shell in between may return 130.
    this.#child = spawn('script', ['-qefc', `exec ${command}`, '/dev/null'], {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: dataDir,
        NPM_CONFIG_UPDATE_NOTIFIER: 'false',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    this.#ended = once(this.#child, 'close')
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#shown += chunk.toString()
      })
  }

  /** Waits until the output matches, and returns the first capturing group. */
  async shows(words: RegExp): Promise<string> {
    for (const end = Date.now() + 60_000; Date.now() < end && this.#child.exitCode === null; await pause()) {
      const found = words.exec(this.#shown)
      if (found) return found[1] ?? found[0]
    }
    throw new Error(`The terminal did not show ${words}. Its output:\n${this.#shown}`)
  }

  /** Waits until PostgreSQL is running, and returns its process id. */
  async postgres(): Promise<number> {
    for (const end = Date.now() + 60_000; Date.now() < end; await pause()) {
      try {
        const [pid = '', , , , , , , status] = readFileSync(
          join(this.#dataDir, 'postgres/postmaster.pid'),
          'utf8',
        ).split('\n')
        if (status?.startsWith('ready') && isProcessRunning(Number(pid))) return Number(pid)
      } catch {
        // PostgreSQL is not running yet.
      }
    }
    throw new Error(`PostgreSQL did not start. The terminal's output:\n${this.#shown}`)
  }

  type(text: string): void {
    this.#child.stdin?.write(text)
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }

  /** Waits until every process in the group has ended, and returns the exit code. */
  async ended(): Promise<number | null> {
    await this.#ended
    return this.#child.exitCode
  }
}

export function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

export function isProcessRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export const pause = () => new Promise((over) => setTimeout(over, 5))
