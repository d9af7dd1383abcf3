import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The bytes of a test pack, which contain no repeating pattern. */
export const packBytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) >> 5))

export function writePacksForTest(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'qa-checklist.zip'), packBytes)
  const etag = `"${createHash('sha256').update(packBytes).digest('base64url').slice(0, 22)}"`
  const pack = {
    id: 'qa-checklist',
    file: 'qa-checklist.zip',
    name: 'QA-Checklist.zip',
    bytes: packBytes.length,
    etag,
  }
  writeFileSync(join(folder, 'packs.json'), JSON.stringify({ packs: [pack] }))
}
