import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ChildProgram } from '#rehearsals/program.ts'

/** A command in its own terminal, which Debian's `script` provides. */
export class Terminal extends ChildProgram {
  readonly #dataDir: string
  readonly #closed: Promise<unknown>

  constructor(command: string, dataDir: string) {
    // `exec` passes on the command's own exit code: a shell in between may return 130.
    super('script', ['-qefc', `exec ${command}`, '/dev/null'], {
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, NPM_CONFIG_UPDATE_NOTIFIER: 'false' },
      stdio: 'pipe',
      detached: true,
    })
    this.#dataDir = dataDir
    this.#closed = once(this.child, 'close')
  }

  /** Waits until PostgreSQL is running, and returns its process id. */
  postgres(): Promise<number> {
    return this.until('start PostgreSQL', () => {
      const lines = readFileSync(join(this.#dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      const pid = Number(lines[0])
      return lines[7]?.startsWith('ready') && isProcessRunning(pid) ? pid : 0
    })
  }

  type(text: string): void {
    this.child.stdin?.write(text)
  }

  close(): void {
    this.child.kill('SIGKILL')
  }

  /** Waits until every process in the group has ended, and returns the exit code. */
  async ended(): Promise<number | null> {
    await this.#closed
    return this.child.exitCode
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
