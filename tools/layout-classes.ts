import { posix } from 'node:path'
import type { Finding, Source } from './layout-source.ts'

const sheetImport = /\bimport (\w+) from '([^']+\.module\.css)'/g
const classInSheet = /\.([a-zA-Z_][\w-]*)/g

/**
 * The classes that a file takes from a style sheet which has none of that name: the compiler does not know them, and the
 * element stays without any.
 */
export function checkClasses(sources: readonly Source[]): Finding[] {
  const sheets = new Map(
    sources
      .filter(({ path }) => path.endsWith('.module.css'))
      .map(({ path, code }) => [path, classesOf(code)]),
  )
  return sources.flatMap(({ path, code, imports }) =>
    [...code.matchAll(sheetImport)].flatMap(([, name = '', from = '']) => {
      // An import that stands in a string is none.
      if (!imports.includes(from)) return []
      const sheet = from.startsWith('#') ? `src/${from.slice(1)}` : posix.join(posix.dirname(path), from)
      const there = sheets.get(sheet)
      const used = new Set(
        [...code.matchAll(new RegExp(`(?<![\\w$./'-])${name}\\.(\\w+)`, 'g'))].map(([, own = '']) => own),
      )
      return [...used]
        .filter((own) => !there?.has(own))
        .map((own) => ({ path, rule: 'class', says: `${sheet} has no .${own}` }))
    }),
  )
}

const classesOf = (style: string) => new Set([...style.matchAll(classInSheet)].map(([, name = '']) => name))
