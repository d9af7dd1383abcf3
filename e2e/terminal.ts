import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command in a terminal of its own, as Debian's `script` makes one, or as a group that a supervisor started. */
export class Terminal {
  readonly #child: ChildProcess
  readonly #dataDir: string
  readonly #ended: Promise<unknown>
  #shown = ''

  constructor(command: string, dataDir: string, kind: 'terminal' | 'group' = 'terminal') {
    this.#dataDir = dataDir
    const [file, ...words] =
      // `exec`, so that the exit code is the command's: a shell that stays between may give its own, 130.
      kind === 'terminal' ? ['script', '-qefc', `exec ${command}`, '/dev/null'] : command.split(' ')
    this.#child = spawn(file ?? '', words, {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: dataDir,
        RATE_LIMIT: 'off',
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

  /** Waits until it shows this, and gives the first group of it. */
  async shows(words: RegExp): Promise<string> {
    for (const end = Date.now() + 60_000; Date.now() < end && this.#child.exitCode === null; await pause()) {
      const found = words.exec(this.#shown)
      if (found) return found[1] ?? found[0]
    }
    throw new Error(`it did not show ${words}, but:\n${this.#shown}`)
  }

  /** Waits until PostgreSQL runs, and gives its number. */
  async postgres(): Promise<number> {
    for (const end = Date.now() + 60_000; Date.now() < end; await pause()) {
      try {
        const [pid = '', , , , , , , status] = readFileSync(
          join(this.#dataDir, 'postgres/postmaster.pid'),
          'utf8',
        ).split('\n')
        if (status?.startsWith('ready') && lives(Number(pid))) return Number(pid)
      } catch {
        // Not yet.
      }
    }
    throw new Error(`PostgreSQL does not run. It showed:\n${this.#shown}`)
  }

  /** What somebody types. */
  type(text: string): void {
    this.#child.stdin?.write(text)
  }

  /** To the whole group, as a supervisor does it. */
  signal(signal: NodeJS.Signals): void {
    process.kill(-(this.#child.pid ?? 0), signal)
  }

  /** Somebody closes the window. */
  close(): void {
    this.#child.kill('SIGKILL')
  }

  /** The exit code, when all of it has ended. */
  async ended(): Promise<number | null> {
    await this.#ended
    return this.#child.exitCode
  }
}

/** The process that started this one. */
export function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

export function lives(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export const pause = () => new Promise((over) => setTimeout(over, 5))
