import { bucketPlace } from './place-bucket.ts'
import { folderPlace } from './place-folder.ts'
import type { Place, PlaceMeans } from './types.ts'

export function placeAt(to: string, means: PlaceMeans): Place {
  return to.startsWith('s3://') ? bucketPlace(to, means) : folderPlace(to)
}

/** Splits the address of one backup into its place and its name there. */
export function splitAddress(address: string): { to: string; name: string } {
  const at = address.lastIndexOf('/')
  if (at < 0) return { to: '.', name: address }
  return { to: address.slice(0, at) || '/', name: address.slice(at + 1) }
}
