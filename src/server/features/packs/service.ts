import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { brand } from '#content/brand.ts'
import { attachment } from '#server/lib/http/headers.ts'

/** A pack listed in the build's `packs.json`. */
const packSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  file: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.zip$/)),
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]+\.zip$/)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  etag: v.pipe(v.string(), v.regex(/^"[\w-]+"$/)),
})
const manifestSchema = v.object({ packs: v.array(packSchema) })
export type PackFile = v.InferOutput<typeof packSchema>

/** The packs in this installation by file name, such as `qa-checklist.zip`. */
export interface PackFiles {
  readonly folder: string
  readonly files: ReadonlyMap<string, PackFile>
}

/** Thrown if the folder has no built packs. The message says what to do. */
export class PacksNotBuilt extends Error {}

/** Reads `packs.json`, which the build writes to the packs' folder, and checks that each pack is complete. */
export async function loadPacks(folder: string): Promise<PackFiles> {
  const path = join(folder, 'packs.json')
  const text = await readFile(path, 'utf8').catch(() => {
    throw new PacksNotBuilt(`There are no built packs in ${folder}: run "npm run build" first.`)
  })
  try {
    const { packs } = v.parse(manifestSchema, JSON.parse(text))
    for (const { file, bytes } of packs) {
      const { size } = await stat(join(folder, file))
      if (size !== bytes) throw new Error(`${file} has ${size} bytes instead of ${bytes}`)
    }
    return { folder, files: new Map(packs.map((pack) => [pack.file, pack])) }
  } catch {
    throw new PacksNotBuilt(`${path} is not a valid build manifest: run "npm run build" again.`)
  }
}

/** The Content-Disposition of a pack. Visitors recognize the pack among their downloads by the provider's name. */
export const packDisposition = ({ name }: Pick<PackFile, 'name'>): string => attachment(`${brand.name}-${name}`)
