import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '#shared/lib/testing.ts'
import { csvOf } from './sheet.ts'
import { cellsParted } from './testing.ts'

describe('a spreadsheet finds no formula', () => {
  const cell = fc.string({
    unit: fc.constantFrom(';', '\t', '|', ',', '\n', '\r', '"', "'", ' ', '=', '+', '-', '@', '＝', '1', 'a'),
    maxLength: 12,
  })
  const sheet = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 3 })

  it.each([';', '\t', '|'])('where it parts columns by %j', (separator) => {
    const check = (rows: string[][]) => {
      for (const read of cellsParted(csvOf(rows), separator)) expect(read).not.toMatch(/^[-=+@＝＋－＠]/)
    }
    check([['x;=1+1;y', 'a\t"=1+1', 'two lines\n\n- "@SUM(1)|"+1']])
    fc.assert(fc.property(sheet, check), tries(500, 100))
  })

  it('where it parts them by commas, as we do, and reads what was there', () => {
    const check = (rows: string[][]) => {
      const read: string[][] = parse(csvOf(rows), { record_delimiter: '\r\n' })
      for (const value of read.flat()) expect(value).not.toMatch(/^(?!-\d+(\.\d+)?$)[-=+@＝＋－＠]/)
      const plain = (values: string[][]) => values.flat().map((value) => value.replaceAll("'", ''))
      expect(plain(read)).toEqual(plain(rows))
    }
    // A line of empty cells alone is no row to whoever reads.
    fc.assert(
      fc.property(
        sheet.map((rows) => rows.map(([a, b, c]) => [`a${a}`, b, c])),
        check,
      ),
    )
  })
})
