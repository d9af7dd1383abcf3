import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { fitInto, type Picture, pictureUrl, readHeader } from './look.ts'

/** Draws an SVG as PNG, at its own size or with the given width. */
export type DrawSvg = (svg: string, width?: number) => Buffer

/** The names of our font files. The renderer prefers the first of two similar ones, so letters of `more` come last. */
const fonts = ['strong', 'narrow', 'head', 'more'] as const

/** Matches letters that the font files lack. A system's fonts have them, but differ between systems. */
const foreign = /[^\0-\u017fȘșȚțẞ–—‘’“”•…′″€™↑↓−]/

/** Returns a function that draws with the fonts in a folder, so that every machine draws the same pictures. */
export function drawWithFonts(folder: string): DrawSvg {
  const fontFiles = fonts.map((name) => join(folder, `${name}.ttf`))
  return (svg, width) => {
    const font = { fontFiles, loadSystemFonts: foreign.test(svg), defaultFontFamily: 'Archivo SemiBold' }
    return new Resvg(svg, { font, ...(width && { fitTo: { mode: 'width', value: width } }) }).render().asPng()
  }
}

/**
 * Returns a PNG version of a picture that fits into a box, or, with `isCropped`, covers it. Halves a large picture
 * repeatedly, because the renderer reads only a few of its pixels for each new one.
 */
export function shrink(picture: Picture, box: { width: number; height: number }, isCropped = false): Picture {
  const { width, height } = readHeader(picture.content) ?? box
  const scale = isCropped ? Math.max(box.width / width, box.height / height) : fitInto(picture, box).width / width
  const next = Math.max(0.5, Math.min(1, scale))
  const isLast = scale >= next
  const size = isLast && isCropped ? box : { width: Math.ceil(width * next), height: Math.ceil(height * next) }
  const smaller = { type: 'image/png', content: renderPicture(picture, size).asPng() } as const
  return isLast ? smaller : shrink(smaller, box, isCropped)
}

/** Draws a picture at a size. The result is transparent if the picture is damaged. */
export function renderPicture(picture: Picture, size: { width: number; height: number }) {
  const words = `width="${size.width}" height="${size.height}"`
  const image = `<image ${words} preserveAspectRatio="xMidYMid slice" href="${pictureUrl(picture)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${words}>${image}</svg>`
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render()
}
