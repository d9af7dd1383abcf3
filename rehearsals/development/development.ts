import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#tools/testing/free-port.ts'
import { pause } from './terminal.ts'

/** Files that the development server needs. Packages are shared with this checkout. */
const copied = [
  'dist/schema.sql',
  'made',
  'public',
  'src',
  'supabase',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.browser.json',
  'tsconfig.json',
  'tsconfig.pure.json',
  'tsconfig.server.json',
  'vite.config.ts',
]

/** `npm run dev` in a copy of the project; tests may change the files in the copy. */
export class DevServer {
  url = ''
  readonly folder: string
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.#child = spawn(process.execPath, ['--import', 'tsx', 'tools/dev/dev.ts'], {
      cwd: folder,
      env: { ...process.env, PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#ended = once(this.#child, 'exit')
  }

  /** Resolves when the development server is ready. */
  static async start(): Promise<DevServer> {
    const folder = await mkdtemp(join(tmpdir(), 'backline-dev-'))
    await chmod(folder, 0o755)
    await Promise.all(copied.map((path) => cp(path, join(folder, path), { recursive: true })))
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    const port = await freePort()
    const development = new DevServer(folder, port)
    await development.#ready()
    await waitForResponse(`${development.url}/healthz`)
    return development
  }

  /** The process id of the PostgreSQL server. */
  async postgres(): Promise<number> {
    const [first = ''] = (await readFile(join(this.folder, 'data/dev/postgres/postmaster.pid'), 'utf8')).split('\n')
    return Number(first)
  }

  /** Creates a folder in which operators' commands find the data. */
  async place(): Promise<string> {
    const folder = join(this.folder, 'place')
    await mkdir(folder)
    await symlink(join(this.folder, 'data/dev'), join(folder, 'data'))
    return folder
  }

  /** Stops the development server as Ctrl-C does. */
  async end(): Promise<void> {
    this.#child.kill('SIGINT')
    await this.#ended
    await rm(this.folder, { recursive: true, force: true })
  }

  async #ready(): Promise<void> {
    for await (const line of createInterface({ input: this.#child.stdout ?? process.stdin })) {
      this.url = /^Backline is at (http:\S+), its emails/.exec(line)?.[1] ?? this.url
      if (this.url) break
    }
    // From here on, output is discarded, so that a full pipe cannot block the server.
    this.#child.stdout?.resume()
  }
}

/** Waits until the server behind Vite responds. */
async function waitForResponse(url: string): Promise<void> {
  for (;;)
    try {
      await (await fetch(url)).text()
      return
    } catch {
      await pause()
    }
}
