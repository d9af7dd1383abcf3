import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The number of items in each part of the checklist. */
const parts = { H: 5, V: 7, A: 5, S: 9, R: 4, P: 4, M: 3, D: 6, O: 5, G: 5 }
const items = Object.entries(parts).flatMap(([part, count]) =>
  Array.from({ length: count }, (_, index) => `${part}${index + 1}`),
)

const rows = [...readFileSync('docs/security-tests.md', 'utf8').matchAll(/^\| ([A-Z]\d) \|(.*)\|$/gm)].map(
  ([, item = '', cells = '']) => {
    const [, file = '', title = ''] = cells.split('|').map((cell) => cell.trim())
    return { item, file: file.replaceAll('`', ''), title }
  },
)

/** A test, by its title in its file; a measurement, by the function that prints it. */
function isThere({ file, title }: { file: string; title: string }): boolean {
  if (!existsSync(file)) return false
  const code = readFileSync(file, 'utf8')
  if (file.startsWith('bench/')) return code.includes(`export async function ${title}(`)
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => code.includes(quoted))
}

it('the table has all 53 items of the checklist, in order', () => {
  expect(items).toHaveLength(53)
  expect([...new Set(rows.map(({ item }) => item))]).toEqual(items)
})

it('every test that the table names is there', () => {
  expect(rows.filter((row) => !isThere(row))).toEqual([])
  expect(isThere({ file: 'tools/security-tests.test.ts', title: ['no', 'such', 'test'].join(' ') })).toBe(
    false,
  )
})
