import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { create } from 'tar'

/** Every file and link below a folder, in an order that no file system decides. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !lstatSync(join(folder, path)).isDirectory())
    .sort()
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes the sums of a folder's files as `sha256sum --check` reads them. */
export function writeSums(folder: string): void {
  const files = filesIn(folder).filter((path) => lstatSync(join(folder, path)).isFile())
  const lines = files.map((path) => `${sha256(join(folder, path))}  ${path}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

/**
 * Packs a folder so that the same files give the same bytes: in one order, without owners, with one time and with the
 * modes that programs and other files usually have. Beside it lies its sum.
 */
export async function writeArchive(folder: string, file: string, seconds: number): Promise<void> {
  const prefix = basename(file, '.tar.gz')
  // Under its name there is a whole archive or none, also where two are made at once.
  const draft = `${file}.${process.pid}.tmp`
  await create(
    {
      file: draft,
      cwd: folder,
      prefix,
      gzip: { level: 9 },
      portable: true,
      noDirRecurse: true,
      mtime: new Date(seconds * 1000),
    },
    filesIn(folder),
  )
  renameSync(draft, file)
  writeFileSync(`${file}.sha256`, `${sha256(file)}  ${basename(file)}\n`)
}
