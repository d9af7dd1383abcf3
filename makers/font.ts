/**
 * Subsets the display font to the characters of the site's words and of people's names, and writes src/ui/font/archivo.woff2. Run by hand
 * when a new character or axis range is needed: `npx tsx makers/font.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const latin = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
/** Of capitals those that begin names; all of Latin-1 would make the file larger than 40,000 bytes. */
const letters = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßÅÆØÄÖÜÉ'
/** The macron stands over any letter: together they are set as `ā`, which the font has no glyph for. */
const macron = '\u0304'
const signs = '\u00a0·×–—‘’“”…→←↑↓−≤≥½°'

const source = createRequire(import.meta.url).resolve(
  '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
)
const subset = await subsetFont(await readFile(source), latin + letters + macron + signs, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 750 }, wdth: { min: 75, max: 100 } },
})
await writeFile(new URL('../../src/ui/font/archivo.woff2', import.meta.url), subset)
console.log(`archivo.woff2: ${(subset.length / 1024).toFixed(1)} KB`)
