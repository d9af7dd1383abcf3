import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { expect, it } from 'vitest'

const font = await readFile('src/ui/font/archivo.woff2')

/** Returns the number of the font's glyphs that a string needs, not counting the glyph for missing characters. */
async function glyphsFor(text: string): Promise<number> {
  const file = await subsetFont(font, text, { targetFormat: 'sfnt' })
  const count = file.readUInt16BE(4)
  const tables = Array.from({ length: count }, (_, at) => file.subarray(12 + at * 16, 28 + at * 16))
  const maxp = tables.find((table) => table.toString('latin1', 0, 4) === 'maxp')
  return file.readUInt16BE((maxp?.readUInt32BE(8) ?? 0) + 4) - 1
}

it('finds a glyph in the display font for every letter in common names', async () => {
  const names = 'Weißbach, Søren Ærø, Åsa, Araújo, être, Māori, Ōtautahi, Tōkyō, Élodie, Özil'
  // A letter with a macron consists of two glyphs.
  const letters = new Set(names.replace(/[āō]/gi, (letter) => letter.normalize('NFD')))
  const missing: string[] = []
  for (const letter of letters) if (letter !== ' ' && (await glyphsFor(letter)) < 1) missing.push(letter)
  expect(missing).toEqual([])
  expect(await glyphsFor('ł')).toBe(0)
})
