import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { viewIds } from '#content/views.ts'
import packFacts from '#made/pack-facts.json'
import { drawSharePicture } from '#pictures/timetables.ts'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'
import { hashFile, hashSources, madeFolder } from './make.ts'

it('keeps the files in made/ up to date with their sources', () => {
  const seal = readFileSync(join(madeFolder, hashFile), 'utf8').trim()
  expect(seal, 'a text or drawing has changed: run `npm run make`').toBe(hashSources())
})

it("does not write the brand's name or domain into any file in made/", async () => {
  const texts = new Map(viewIds.map((view) => [view as string, drawSharePicture(view, packFacts)]))
  for (const file of filesUnder(madeFolder)) await addTexts(texts, file, readFileSync(file))
  expect(texts.size).toBeGreaterThan(200)
  const [, domain = ''] = brand.email.split('@')
  const isNamed = ([file, text]: [string, string]) =>
    [brand.name, domain].some((name) => `${file} ${text}`.toLowerCase().includes(name.toLowerCase()))
  expect([...texts].filter(isNamed).map(([file]) => file)).toEqual([])
})

/** Adds a file's text, or the text of every file in an archive. Skips pictures, which show only the same text. */
async function addTexts(texts: Map<string, string>, path: string, bytes: Uint8Array): Promise<void> {
  if (/\.(zip|docx|xlsx)$/.test(path)) {
    for (const [name, part] of Object.entries(unzipSync(bytes))) await addTexts(texts, `${path}/${name}`, part)
  } else if (path.endsWith('.pdf')) {
    const pdf = await getDocumentProxy(Uint8Array.from(bytes))
    const { text } = await extractText(pdf, { mergePages: true })
    texts.set(path, `${text} ${JSON.stringify(await getMeta(pdf))}`)
  } else texts.set(path, strFromU8(bytes, true))
}
