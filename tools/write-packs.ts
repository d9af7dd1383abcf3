import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadName, writePack } from '#packs/pack-files.ts'
import { readPacks } from '#packs/read-packs.ts'
import { readingTime } from '#packs/reading-time.ts'

/**
 * Writes every pack and `packs.json`, from which the server takes names, sizes and entity tags, and the site its
 * facts.
 */
export async function writePacks(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const entries = []
  for (const pack of readPacks()) {
    const file = `${pack.id}.zip`
    const bytes = await writePack(pack).catch((error: Error) => {
      throw new Error(`the pack ${pack.id}: ${error.message}`, { cause: error })
    })
    await writeFile(join(folder, file), bytes)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    entries.push({
      id: pack.id,
      file,
      name: downloadName(pack),
      bytes: bytes.length,
      etag,
      documents: pack.documents.length,
      workbooks: pack.workbooks.length,
      minutes: readingTime(pack),
    })
  }
  await writeFile(join(folder, 'packs.json'), JSON.stringify({ packs: entries }, null, 2))
}
