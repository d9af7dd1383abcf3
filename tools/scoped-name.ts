import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * The class name of `local` in one CSS module: the source's own word with a mark of its file, which compresses
 * better than the default's mark for every rule.
 */
export function scopedName(local: string, file: string): string {
  const path = relative(process.cwd(), file)
  return `${local}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}
