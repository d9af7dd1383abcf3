import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { textModules } from '#content/all-texts.ts'
import { groupOf } from '#content/groups.ts'
import { editableLeaves, placeholdersOf, sharedValues } from '#content/tree.ts'

const files = readdirSync('src/content').filter((file) => !file.includes('.test.'))
const modules: object[] = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ resolve('src/content', file))),
)

/** Every string in `node`, at any depth. */
const textsIn = (node: unknown): string[] => (typeof node === 'string' ? [node] : textsInside(node))
const textsInside = (node: unknown): string[] =>
  node !== null && typeof node === 'object' ? Object.values(node).flatMap(textsIn) : []

it('contains in braces only names of shared values, and of the values that callers pass to the sentence', () => {
  const unknown = editableLeaves().flatMap(({ path, original, names }) =>
    textsIn(original)
      .flatMap(placeholdersOf)
      .filter((name) => !names.includes(name) && !Object.hasOwn(sharedValues(), name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
  // Every text that pages show has its values, also if an owner cannot change it.
  const shown = modules.flatMap((module) => Object.values(module).flatMap(textsInside))
  expect(shown.filter((text) => placeholdersOf(text).length > 0)).toEqual([])
})

it('contains the module of every text, and the group of every tree', () => {
  const list = readFileSync('src/content/all-texts.ts', 'utf8')
  const files = readdirSync('src/content').filter((file) => !/\.test\.ts$|^(tree|words)\.ts$/.test(file))
  const registers = (file: string) => /\b(words|registerTexts)\(/.test(readFileSync(`src/content/${file}`, 'utf8'))
  expect(files.filter((file) => registers(file) && !list.includes(`'./${file}'`))).toEqual([])
  expect(textModules.length).toBeGreaterThan(40)
  expect(editableLeaves().filter(({ path }) => groupOf(path) === undefined)).toEqual([])
})
