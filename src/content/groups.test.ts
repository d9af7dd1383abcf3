import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { textModules } from './all-texts.ts'
import { groupOf } from './groups.ts'
import { editableLeaves } from './tree.ts'

it('contains the module of every text, and the group of every tree', () => {
  const list = readFileSync('src/content/all-texts.ts', 'utf8')
  const files = readdirSync('src/content').filter((file) => !/\.test\.ts$|^(tree|words)\.ts$/.test(file))
  const registers = (file: string) => /\b(words|registerTexts)\(/.test(readFileSync(`src/content/${file}`, 'utf8'))
  expect(files.filter((file) => registers(file) && !list.includes(`'./${file}'`))).toEqual([])
  expect(textModules.length).toBeGreaterThan(40)
  expect(editableLeaves().filter(({ path }) => groupOf(path) === undefined)).toEqual([])
})
