import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

/**
 * The colours of `src/ui/tokens.css` by day, as the file formats want them: six digits without a mark. Paper is
 * white, because people print these.
 */
export const palette = {
  ink: '1a1611',
  inkSoft: '544f47',
  rule: 'd9d5cb',
  ruleStrong: '8c877d',
  sunken: 'f7f4ec',
  signal: 'fbcf0e',
  /** The background of cells and words that the reader replaces: the signal colour, light enough to read text on. */
  input: 'fef3c4',
} as const

/** Weight and width of each face. The display font is variable, and a PDF needs static fonts. */
const faces = {
  text: { wght: 400, wdth: 100 },
  strong: { wght: 650, wdth: 100 },
  narrow: { wght: 560, wdth: 86 },
  head: { wght: 700, wdth: 80 },
} as const

/** Latin-1, typographic marks and arrows: what the texts may be written in. */
const range = (first: number, last: number) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
const characters = `${range(32, 126)}${range(160, 255)}–—‘’“”•…′″€™↑↓−`

let cut: ReturnType<typeof cutFonts> | undefined

/** The faces as static fonts by their names, cut from the variable one; once in a build. */
export const loadFonts = () => (cut ??= cutFonts())

async function cutFonts(): Promise<Record<string, Buffer>> {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
  )
  const variable = await readFile(file)
  const entries = await Promise.all(
    Object.entries(faces).map(async ([name, variationAxes]) => [
      name,
      await subsetFont(variable, characters, { targetFormat: 'sfnt', variationAxes }),
    ]),
  )
  return Object.fromEntries(entries) as Record<string, Buffer>
}
