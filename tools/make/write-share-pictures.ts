import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Raster } from './raster.ts'

/** The name of a file under `assets/` that is never changed, since it holds a hash of the content. */
export const hashedName = (name: string, bytes: Buffer, extension: string) =>
  `assets/${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 6)}.${extension}`

/** Writes the picture of each view, and says where it is. */
export async function writeSharePictures<View extends string>(
  siteDir: string,
  raster: Raster,
  views: readonly View[],
  draw: (view: View) => string,
): Promise<Readonly<Record<View, string>>> {
  const places = await Promise.all(
    views.map(async (view) => {
      const bytes = raster.png(draw(view))
      const file = hashedName(`share-${view}`, bytes, 'png')
      await writeFile(join(siteDir, file), bytes)
      return [view, `/${file}`] as const
    }),
  )
  return Object.fromEntries(places) as Record<View, string>
}
