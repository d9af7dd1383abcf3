import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { groupOf } from '#content/groups.ts'
import { editableLeaves, placeholdersOf, sharedValues } from '#content/tree.ts'

const files = readdirSync('src/content').filter((file) => !file.includes('.test.'))
const modules: object[] = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ resolve('src/content', file))),
)

// A test of the tree adds texts, which the other tests in its process share.
const leaves = () => editableLeaves().filter(({ path }) => !/^tree(Facts|Texts)\./.test(path))

/** Every string in `node`, at any depth. */
const textsIn = (node: unknown): string[] => (typeof node === 'string' ? [node] : textsInside(node))
const textsInside = (node: unknown): string[] =>
  node !== null && typeof node === 'object' ? Object.values(node).flatMap(textsIn) : []

it('contains in braces only names of shared values, and of the values that callers pass to the sentence', () => {
  const unknown = leaves().flatMap(({ path, original, names }) =>
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

it('belongs to a part of the site', () => {
  expect(leaves().filter(({ path }) => groupOf(path) === undefined)).toEqual([])
})
