import { bucketPlace } from './place-bucket.ts'
import { folderPlace } from './place-folder.ts'
import type { Place, PlaceMeans } from './types.ts'

/** The place that a folder's path, or `s3://bucket/prefix`, leads to. */
export function placeAt(to: string, means: PlaceMeans): Place {
  return to.startsWith('s3://') ? bucketPlace(to, means) : folderPlace(to)
}

/** The place and the name in it that an address of one file leads to. */
export function splitAddress(address: string): { to: string; name: string } {
  const at = address.lastIndexOf('/')
  if (at < 0) return { to: '.', name: address }
  return { to: address.slice(0, at) || '/', name: address.slice(at + 1) }
}
