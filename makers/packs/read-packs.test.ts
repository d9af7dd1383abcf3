import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { readPack } from './read-packs.ts'

const contents = 'title: A pack\nguide: guide\ndocuments: []\nworkbooks: [sums]\n'
const head = '---\ntitle: A guide\nsubtitle: To read\n---\n'
const sheet = (more: string) =>
  `title: Sums\nsheets:\n  - name: Sums\n    intro: [One]\n    columns:\n` +
  `      - {title: A, width: 9, kind: number}\n      - {title: B, width: 9, kind: number, formula: '=A{row}*2'}\n${more}`
const rows = sheet('    rows:\n      - [3, =]\n')

let folder: string

beforeEach(async () => {
  folder = `${mkdtempSync(join(tmpdir(), 'backline-texts-'))}/`
  await mkdir(join(folder, 'pricing-guide'))
})

afterEach(() => rmSync(folder, { recursive: true }))

const written = (guide: string, workbook = rows) => {
  const files = { 'pack.yaml': contents, 'guide.md': guide, 'sums.yaml': workbook }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'pricing-guide', file), text)
  return readPack('pricing-guide', folder)
}

describe('the text parser', () => {
  it('parses every kind of block', () => {
    const { guide } = written(
      `${head}\n# One\n\n## Two\n\nA line with [a gap] and **bold**,\nbroken by an editor.\n\n- a\n- b\n\n` +
        '1. a\n2. b\n\n- [ ] a\n- [ ] b\n\nTable: Hours {2 1}\n\n| Who | Hours |\n| --- | --: |\n| a \\| b | 3 |\n\n' +
        '| Field | For example |\n| --- | --- |\n| Client | Harbour |\n\n> **Mind**\n>\n> the gap\n\n---\n\nThe end.\n',
    )
    expect(guide).toEqual({
      file: 'guide',
      title: 'A guide',
      subtitle: 'To read',
      blocks: [
        { kind: 'heading', level: 1, text: 'One' },
        { kind: 'heading', level: 2, text: 'Two' },
        { kind: 'text', text: 'A line with [a gap] and **bold**, broken by an editor.' },
        { kind: 'list', items: ['a', 'b'] },
        { kind: 'list', items: ['a', 'b'], ordered: true },
        { kind: 'checklist', items: ['a', 'b'] },
        {
          kind: 'table',
          caption: 'Hours',
          widths: [2, 1],
          columns: ['Who', 'Hours'],
          right: [1],
          rows: [['a | b', '3']],
        },
        { kind: 'fields', items: [{ label: 'Client', example: 'Harbour' }] },
        { kind: 'note', title: 'Mind', text: 'the gap' },
        { kind: 'page-break' },
        { kind: 'text', text: 'The end.' },
      ],
    })
  })

  it(
    'reports the file and line of a block that cannot be printed',
    testEach(
      [
        ['# One\n', 'line 1: title and subtitle'],
        [`${head}\n### Three\n`, 'line 6: headings have two levels'],
        [`${head}\nText\n\n\`\`\`\ncode\n\`\`\`\n`, 'line 8: cannot print code'],
        [`${head}\n- a\n  - b\n`, 'line 6: cannot print a nested list'],
        [`${head}\n- [ ] a\n- [x] b\n`, 'every checklist item must start with [ ]'],
        [`${head}\n> only text\n`, 'a note must be a bold title and one paragraph'],
        [`${head}\n| A | B |\n| --- | --- |\n| 1 | 2 |\n`, 'line 6: a table needs a line'],
        [`${head}\nTable: Hours {1 1}\n\nText\n`, "'Hours' is not above a table"],
        [`${head}\nTable: Hours {1 1}\n`, "'Hours' is not above a table"],
        ['---\ntitle: A\n---\n\nText\n', 'subtitle'],
      ],
      (guide, says) => {
        expect(() => written(guide)).toThrow(says)
        expect(() => written(guide)).toThrow('pricing-guide/guide.md: ')
      },
    ),
  )
})

describe('the workbook parser', () => {
  it('calculates formulas, and replaces row names with row numbers', () => {
    const [workbook] = written(
      head,
      sheet(
        "    rows:\n      - [3, =]\n      - [4, '=A{row}*B{row-1}']\n    totals:\n      - ['=SUM(A{first}:A{last})', {formula: '=SUM(Sums!B{first}:B{last})/100', kind: percent}]\n",
      ),
    ).workbooks
    expect(workbook?.sheets[0]).toEqual({
      name: 'Sums',
      intro: ['One'],
      columns: [
        { title: 'A', width: 9, kind: 'number' },
        { title: 'B', width: 9, kind: 'number' },
      ],
      rows: [
        [3, { formula: 'A4*2', value: 6 }],
        [4, { formula: 'A5*B4', value: 24 }],
      ],
      totals: [
        [
          { formula: 'SUM(A4:A5)', value: 7 },
          { formula: 'SUM(Sums!B4:B5)/100', kind: 'percent', value: 0.3 },
        ],
      ],
    })
  })

  it(
    'reports the file and cell of an invalid formula',
    testEach(
      [
        ["    rows:\n      - [3, '=A{row}/0']\n", 'Sums!B4: '],
        ["    rows:\n      - ['=B{row}', =]\n", 'Sums!A4: '],
        ["    rows:\n      - ['=Other!A{first}', =]\n", 'unknown sheet Other'],
        ['    rows:\n      - [=, 3]\n', "'=' in the column A, which has no formula"],
        ['    rows:\n      - [3, {formula: A1}]\n', 'sheets.0.rows.0.1.formula: a formula must start with ='],
        ['    rows:\n      - [3, =]\n    total: []\n', 'sheets.0.total: '],
        ['    rows: [3, =]]\n', 'line '],
      ],
      (more, says) => {
        expect(() => written(head, sheet(more))).toThrow(says)
        expect(() => written(head, sheet(more))).toThrow('pricing-guide/sums.yaml: ')
      },
    ),
  )
})
