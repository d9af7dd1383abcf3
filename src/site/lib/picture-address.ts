import type { PackId } from '#content/packs.ts'
import { type PictureDocument, pictureFile, pictureSizes } from '#content/packs.ts'
import pagePictures from '#made/page-pictures.json'

export function pictureAddress(
  pack: PackId,
  document: PictureDocument,
  page: number,
  size: 'small' | 'large',
): string {
  const { width } = pictureSizes[size]
  return `/assets/${pictureFile(pack, document, page, width, pagePictures.hash)}`
}
