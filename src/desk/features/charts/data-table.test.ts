import { expect, test } from 'vitest'
import { orderAfterClick, sortRows } from './data-table.tsx'

interface Row {
  name: string
  visits: number
  rate: number | null
}

const rows: Row[] = [
  { name: 'direct', visits: 10, rate: 0.1 },
  { name: 'site', visits: 0, rate: null },
  { name: 'google', visits: 40, rate: 0.05 },
  { name: '(other)', visits: 99, rate: 0.5 },
]
const names = (key: string, isDown: boolean) =>
  sortRows(
    rows,
    { key, isDown },
    (row, key) => row[key as keyof Row],
    ({ name }) => name === '(other)',
  ).map(({ name }) => name)

test('sorts missing values after other values, and puts the row for all remaining entries last', () => {
  expect(names('visits', true)).toEqual(['google', 'direct', 'site', '(other)'])
  expect(names('rate', true)).toEqual(['direct', 'google', 'site', '(other)'])
  expect(names('rate', false)).toEqual(['google', 'direct', 'site', '(other)'])
  expect(names('name', false)).toEqual(['direct', 'google', 'site', '(other)'])
})

test('reverses the sort order of a table when the same column heading is clicked again', () => {
  expect(orderAfterClick({ key: 'visits', isDown: true }, 'visits', false)).toEqual({
    key: 'visits',
    isDown: false,
  })
  expect(orderAfterClick({ key: 'visits', isDown: true }, 'name', true)).toEqual({
    key: 'name',
    isDown: false,
  })
  expect(orderAfterClick({ key: 'name', isDown: false }, 'sent', false)).toEqual({
    key: 'sent',
    isDown: true,
  })
})
