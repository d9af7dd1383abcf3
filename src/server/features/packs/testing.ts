import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteForTest } from '#server/features/pages/testing.ts'

/** The bytes of a test pack, which contain no repeating pattern. */
export const packBytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) >> 5))

/** `siteForTest`, with packs in the folder where a server looks for them. */
export function siteWithPacksForTest() {
  const site = siteForTest()
  writePacks(join(site.folder, '../packs'))
  return site
}

function writePacks(folder: string): void {
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
