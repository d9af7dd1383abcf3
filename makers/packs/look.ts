import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

/**
 * The light colors of `src/ui/tokens.css`, as six hexadecimal digits without `#`. The background is white, for
 * printing.
 */
export const palette = {
  ink: '1a1611',
  inkSoft: '544f47',
  rule: 'd9d5cb',
  ruleStrong: '8c877d',
  sunken: 'f7f4ec',
  signal: 'fbcf0e',
  /** A light version of the signal color, for the background of cells and words that the reader replaces. */
  input: 'fef3c4',
} as const

/** The weight and width of each face. The display font is variable, but a PDF needs static fonts. */
const faces = {
  text: { wght: 400, wdth: 100 },
  strong: { wght: 650, wdth: 100 },
  narrow: { wght: 560, wdth: 86 },
  head: { wght: 700, wdth: 80 },
} as const

/** The characters that the texts may use: Latin-1, typographic marks and arrows. */
const range = (first: number, last: number) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
const characters = `${range(32, 126)}${range(160, 255)}–—‘’“”•…′″€™↑↓−`

let staticFonts: ReturnType<typeof subsetFaces> | undefined

/** Letters of other European languages, for the pictures of a provider's texts. */
const moreCharacters = `${range(0x100, 0x17f)}ȘșȚțẞ`

/** Returns the static fonts by name. The static fonts are generated from the variable font only once. */
export const loadFonts = () => (staticFonts ??= subsetFaces())

async function subsetFaces(): Promise<Record<string, Buffer>> {
  const latin = await readFont('latin')
  const entries = await Promise.all(
    Object.entries(faces).map(async ([name, variationAxes]) => [
      name,
      await subsetFont(latin, characters, { targetFormat: 'sfnt', variationAxes }),
    ]),
  )
  return Object.fromEntries(entries) as Record<string, Buffer>
}

/** Returns the fonts for pictures by name. One face suffices for the letters that the others lack. */
export async function loadPictureFonts(): Promise<Record<string, Buffer>> {
  const { strong, narrow, head } = await loadFonts()
  const options = { targetFormat: 'sfnt', variationAxes: faces.strong } as const
  const more = await subsetFont(await readFont('latin-ext'), moreCharacters, options)
  return { strong, narrow, head, more } as Record<string, Buffer>
}

const readFont = (letters: string) =>
  readFile(
    createRequire(import.meta.url).resolve(
      `@fontsource-variable/archivo/files/archivo-${letters}-standard-normal.woff2`,
    ),
  )
