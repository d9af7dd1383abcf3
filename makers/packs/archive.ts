import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'

/** A fixed date for every file instead of the build time, so that the same text produces the same bytes. */
export const fixedDate = new Date('2026-11-20T09:00:00Z')

/** File contents by file name. */
export type ArchiveFiles = Readonly<Record<string, Uint8Array>>

// ZIP stores a local time without a zone.
const wallClock = new Date(fixedDate.getUTCFullYear(), fixedDate.getUTCMonth(), fixedDate.getUTCDate(), 9)

/** Returns the same bytes for the same files. Does not compress office files, because they are already compressed. */
export function zip(entries: ArchiveFiles): Buffer {
  const files: Zippable = {}
  for (const [name, bytes] of Object.entries(entries)) files[name] = [bytes, { level: isCompressed(name) ? 0 : 9 }]
  return Buffer.from(zipSync(files, { mtime: wallClock }))
}

const isCompressed = (name: string) => /\.(docx|xlsx)$/.test(name)

/** Unpacks an office file, calls `change` with the text of each part, and packs the file again. */
export function rewriteParts(file: Uint8Array, change: (part: string, text: string) => string): Buffer {
  const parts = Object.entries(unzipSync(file)).map(
    ([name, bytes]) => [name, /\.(xml|rels)$/.test(name) ? strToU8(change(name, strFromU8(bytes))) : bytes] as const,
  )
  return zip(Object.fromEntries(parts))
}

/** Replaces the build time that a library writes into office files with the fixed date. */
export function fixDates(part: string, text: string): string {
  if (part !== 'docProps/core.xml') return text
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, fixedDate.toISOString().replace('.000', ''))
}
