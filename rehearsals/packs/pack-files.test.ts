import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { successKit } from '#content/success-kit.ts'
import { downloadName, filesOf, writePack } from '#makers/packs/pack-files.ts'
import { readPacks } from '#makers/packs/read-packs.ts'
import { samplePack } from '#makers/packs/testing.ts'
import type { Pack, PackBlock } from '#makers/packs/types.ts'

type Parts = Record<string, string>

/** Returns the parts of an office file as text; every part must be XML. */
function partsOf(file: Uint8Array | undefined): Parts {
  const parts = Object.entries(unzipSync(file ?? new Uint8Array())).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const,
  )
  for (const [name, text] of parts) expect([name, XMLValidator.validate(text)]).toEqual([name, true])
  return Object.fromEntries(parts)
}

const count = (text: string | undefined, pattern: RegExp) => text?.match(pattern)?.length ?? 0
const blocksOf = (blocks: readonly PackBlock[], kind: PackBlock['kind']) =>
  blocks.filter((block) => block.kind === kind)

function checkDocument(parts: Parts, { title, blocks }: Pack['documents'][number]) {
  const text = parts['word/document.xml'] ?? ''
  const tables = ['table', 'fields', 'note'].flatMap((kind) => blocksOf(blocks, kind as PackBlock['kind']))
  expect(count(text, /<w:pStyle w:val="Title"\/>/g)).toBe(1)
  expect(count(text, /<w:pStyle w:val="Heading[12]"\/>/g)).toBe(blocksOf(blocks, 'heading').length)
  expect(count(text, /<w:tbl>/g)).toBe(tables.length)
  expect(count(text, /<w:tblHeader\/>/g)).toBe(tables.filter(({ kind }) => kind !== 'note').length)
  expect(count(text, /<w14:checkbox>/g)).toBe(
    blocks.reduce((sum, block) => sum + (block.kind === 'checklist' ? block.items.length : 0), 0),
  )
  // Every placeholder is highlighted.
  const runs = text.match(/<w:r>.*?<\/w:r>/g) ?? []
  const unmarked = runs.filter((run) => /\[[^\]]+\]/.test(run) && !run.includes('w:val="Placeholder"'))
  expect(unmarked).toEqual([])
  expect(parts['word/styles.xml']).toContain('<w:lang w:val="en-US"/>')
  expect(parts['docProps/core.xml']).toContain(`<dc:title>${title.replaceAll('&', '&amp;')}</dc:title>`)
}

function checkWorkbook(parts: Parts, { sheets }: Pack['workbooks'][number]) {
  for (const [index, sheet] of sheets.entries()) {
    const text = parts[`xl/worksheets/sheet${index + 1}.xml`] ?? ''
    const cells = [...sheet.rows, ...(sheet.totals ?? [])].flat()
    const formulas = cells.filter((cell) => typeof cell === 'object' && cell !== null).length
    expect([sheet.name, count(text, /<f>[^=]/g)]).toEqual([sheet.name, formulas])
    expect(count(text, /<\/f><v>/g)).toBe(formulas)
    expect(text).toContain(`<pane ySplit="${sheet.intro.length + 2}" topLeftCell=`)
    expect(text).toContain('fitToWidth="1" fitToHeight="0"')
    expect([sheet.name, count(text, /<autoFilter /g)]).toEqual([sheet.name, sheet.rows.length < 20 ? 0 : 1])
  }
  expect(count(parts['xl/workbook.xml'], /_xlnm\.Print_Titles/g)).toBe(sheets.length)
}

describe.each([...readPacks(), samplePack])('the pack $id, $title', (pack) => {
  let zip: Buffer
  let files: Record<string, Uint8Array>
  beforeAll(async () => {
    zip = await writePack(pack)
    files = unzipSync(zip)
  })

  it('is no larger than its card says, and has a readable file name', () => {
    const card = successKit.resources.find(({ id }) => id === pack.id)
    expect(zip.length).toBeLessThanOrEqual(Number.parseFloat(card?.downloadSize ?? '0') * 1_000_000)
    expect(downloadName(pack)).toMatch(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)+\.zip$/)
  })

  it('contains a PDF, an editable file, a readme that names each file, and the license', () => {
    const names = Object.keys(files)
    const listed = filesOf(pack).map(({ name }) => name)
    expect(names).toEqual([...listed, 'README.txt', 'LICENSE.txt'])
    expect(strFromU8(files[listed[0] ?? '']?.subarray(0, 8) ?? new Uint8Array())).toBe('%PDF-1.7')
    expect(listed.filter((name) => /\.(docx|xlsx)$/.test(name)).length).toBeGreaterThan(0)
    const readme = strFromU8(files['README.txt'] ?? new Uint8Array())
    for (const name of listed) expect(readme).toContain(name)
    expect(strFromU8(files['LICENSE.txt'] ?? new Uint8Array())).toMatch(/own logo[\s\S]*may not sell/)
  })

  it('has documents with styles, repeated table headers, real checkboxes and highlighted placeholders', () => {
    for (const document of pack.documents) checkDocument(partsOf(files[`${document.file}.docx`]), document)
  })

  it('has workbooks with all formulas and their values, frozen headers, and columns that fit the printed page', () => {
    for (const workbook of pack.workbooks) checkWorkbook(partsOf(files[`${workbook.file}.xlsx`]), workbook)
  })
})

it('writes workbook cells with the types of their columns: dates, money, percentages, and formulas with values', async () => {
  const files = unzipSync(await writePack(samplePack))
  const { worksheet } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(
    partsOf(files['estimate.xlsx'])['xl/worksheets/sheet1.xml'] ?? '',
  )
  const row = (number: number) => worksheet.sheetData.row.find(({ r }: { r: string }) => Number(r) === number).c
  const [, day, hours, , risk, amount] = row(5)
  expect([day.v, hours.v, risk.v]).toEqual([46349, 24, 0.1])
  expect(amount).toMatchObject({ f: 'C5*D5*(1+E5)', v: 3168 })
  expect(row(9).at(-1)).toMatchObject({ t: 'str', f: 'IF(F8>10000,"Ask & wait","Go")', v: 'Ask & wait' })
})
