import { chmod, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ChildProgram } from '#rehearsals/program.ts'
import { postgresIn } from '#server/lib/db/embedded/testing.ts'
import { freePort } from '#tools/testing/free-port.ts'

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

export type DevServer = Awaited<ReturnType<typeof startDevServer>>

/** Starts `npm run dev` in a copy of the project; tests may change the files in the copy. */
export async function startDevServer() {
  const folder = await mkdtemp(join(tmpdir(), 'backline-dev-'))
  await chmod(folder, 0o755)
  await Promise.all(copied.map((path) => cp(path, join(folder, path), { recursive: true })))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const program = new ChildProgram(process.execPath, ['--import', 'tsx', 'tools/dev/dev.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: `${await freePort()}` },
  })
  const url = await program.says(/^Backline is at (http:\S+), its emails/m)
  // The server behind Vite starts later.
  await program.until('respond', () => fetch(`${url}/healthz`))
  return {
    url,
    folder,
    /** The process id of the PostgreSQL server. */
    postgres: () => postgresIn(join(folder, 'data/dev')),
    /** Creates a folder in which operators' commands find the data. */
    async place(): Promise<string> {
      const place = join(folder, 'place')
      await mkdir(place)
      await symlink(join(folder, 'data/dev'), join(place, 'data'))
      return place
    },
    /** Stops the development server as Ctrl-C does. */
    async end(): Promise<void> {
      await program.end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
