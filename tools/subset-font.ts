/**
 * Subsets the display font to the characters of the site's words and writes src/ui/font/archivo.woff2. Run by hand
 * when a new character or axis range is needed: `npx tsx tools/subset-font.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const latin = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
const extra = '\u00a0·×–—‘’“”…→←↑↓−≤≥½°éèüöäñçôíóáã'

const source = createRequire(import.meta.url).resolve(
  '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
)
const subset = await subsetFont(await readFile(source), latin + extra, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 750 }, wdth: { min: 75, max: 100 } },
})
await writeFile(new URL('../src/ui/font/archivo.woff2', import.meta.url), subset)
console.log(`archivo.woff2: ${(subset.length / 1024).toFixed(1)} KB`)
