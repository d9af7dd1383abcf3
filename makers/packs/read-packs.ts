import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { parse } from 'yaml'
import { type PackId, packIds } from '#content/packs.ts'
import { calculate } from './calculate.ts'
import { readDocument, readExample } from './document-text.ts'
import { withItems, withLists } from './qa-lists.ts'
import { numberRows } from './row-names.ts'
import type { Pack } from './types.ts'
import { readWorkbook } from './workbook-text.ts'

const texts = fileURLToPath(new URL('./texts/', import.meta.url))

const contents = v.strictObject({
  title: v.string(),
  guide: v.string(),
  documents: v.array(v.string()),
  examples: v.optional(v.array(v.string()), []),
  workbooks: v.array(v.string()),
})

/** The packs that the build writes, one for each card of the success kit, in the order of the cards. */
export function readPacks(): Pack[] {
  return packIds.map((id) => readPack(id))
}

/** One pack from its folder of texts, its formulas worked out. An error names the file. */
export function readPack(id: PackId, folder = texts): Pack {
  const read = <T>(file: string, reader: (source: string) => T): T => {
    const path = `${id}/${file}`
    try {
      return reader(readFileSync(folder + path, 'utf8'))
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
    }
  }
  const isQa = id === 'qa-checklist'
  const { title, guide, documents, examples, workbooks } = read('pack.yaml', (source) =>
    v.parse(contents, parse(source)),
  )
  const document = (file: string) => read(`${file}.md`, (source) => readDocument(file, source))
  const workbook = (file: string) =>
    read(`${file}.yaml`, (source) => {
      const draft = readWorkbook(file, source)
      return calculate(numberRows(isQa ? withItems(draft) : draft))
    })
  return {
    id,
    title,
    guide: isQa ? withLists(document(guide)) : document(guide),
    documents: documents.map(document),
    examples: examples.map((file) => read(`${file}.md`, (source) => readExample(file, source))),
    workbooks: workbooks.map(workbook),
  }
}
