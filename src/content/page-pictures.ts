import type { PackId } from './pack-ids.ts'

/** The documents whose pages the site shows: the guide of each pack, and the example in `proposal-templates`. */
export type PictureDocument = 'guide' | 'example-proposal'

/** Widths of the pictures in pixels, with their heights: A4. */
export const pictureSizes = {
  small: { width: 480, height: 679 },
  large: { width: 1240, height: 1754 },
} as const

/** From the first page on, so many pages of each document are shown. */
export const shownPages = 3

/** The name of a picture's file. `hash` stands for the content of all pictures of the build. */
export const pictureFile = (pack: PackId, document: string, page: number, width: number, hash: string) =>
  `${pack}-${document}-${page}-${width}-${hash}.webp`
