import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A package whose code is in the built files, as Vite lists it. */
export interface Bundled {
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

/** The packages of all programs that a release has. */
export function bundledPackages(): Bundled[] {
  return readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Bundled[],
  )
}
