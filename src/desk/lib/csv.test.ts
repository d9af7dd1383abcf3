import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const name = '=HYPERLINK("https://x.example")'

it('writes a CSV header, and writes values that a CSV parser reads back unchanged', () => {
  const rows = [
    { name: 'Thandi, "T"', said: 'two\nlines', visits: 3, before: null },
    { name: 'Ärzte & Söhne', said: '', visits: -1, before: 0.5 },
  ]
  expect(parse(csvOf(rows), { columns: true })).toEqual([
    { name: 'Thandi, "T"', said: 'two\nlines', visits: '3', before: '' },
    { name: 'Ärzte & Söhne', said: '', visits: '-1', before: '0.5' },
  ])
  expect(csvOf([])).toBe('')
})

it('escapes cells that a spreadsheet would run as a formula, whatever separator the spreadsheet uses', () => {
  for (const [written, read] of [
    [name, `'${name}`],
    ['＝1+1', "'＝1+1"],
    ["'as it was", "''as it was"],
    ['0215550100', "'0215550100"],
    ['642155501001234', "'642155501001234"],
    ['a;=1+1', "a;'=1+1"],
    ['a| "@b', `a| "'@b`],
    [' -1', " '-1"],
    ['two-and-a-half', 'two-and-a-half'],
  ])
    expect(parse(csvOf([{ cell: written ?? '' }]))[1], written).toEqual([read])
})
