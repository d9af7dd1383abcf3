import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'

/** The date in every file instead of the build time, so that the same text results in the same bytes. */
export const printedOn = new Date('2026-11-20T09:00:00Z')

/** Files by name. */
export type Entries = Readonly<Record<string, Uint8Array>>

// ZIP stores local time without a time zone.
const wallClock = new Date(printedOn.getUTCFullYear(), printedOn.getUTCMonth(), printedOn.getUTCDate(), 9)

/** The same entries result in the same bytes. Stores compressed files, by their extension, without compression. */
export function zip(entries: Entries): Buffer {
  const files: Zippable = {}
  for (const [name, bytes] of Object.entries(entries))
    files[name] = [bytes, { level: isPacked(name) ? 0 : 9 }]
  return Buffer.from(zipSync(files, { mtime: wallClock }))
}

const isPacked = (name: string) => /\.(docx|xlsx)$/.test(name)

/** Unpacks an office file, passes the text of each part to `change`, and packs it again. */
export function rewrite(file: Uint8Array, change: (part: string, text: string) => string): Buffer {
  const parts = Object.entries(unzipSync(file)).map(
    ([name, bytes]) =>
      [name, /\.(xml|rels)$/.test(name) ? strToU8(change(name, strFromU8(bytes))) : bytes] as const,
  )
  return zip(Object.fromEntries(parts))
}

/** Replaces the build time, which a library wrote, with the fixed date. */
export function fixDates(part: string, text: string): string {
  if (part !== 'docProps/core.xml') return text
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, printedOn.toISOString().replace('.000', ''))
}
