import { posix } from 'node:path'
import type { Finding, Source } from './layout-source.ts'

const sheetImport = /\bimport (\w+) from '([^']+\.module\.css)'/g
const classInSheet = /\.([a-zA-Z_][\w-]*)/g
const proseInSheet = /\/\*[\s\S]*?\*\/|'[^']*'/g

/**
 * The classes that a file takes from a style sheet which has none of that name, and those of a style sheet that no file
 * takes: the compiler knows neither, and the element stays without its style.
 */
export function checkClasses(sources: readonly Source[]): Finding[] {
  const sheets = new Map(
    sources
      .filter(({ path }) => path.endsWith('.module.css'))
      .map(({ path, code }) => [path, classesOf(code)]),
  )
  const uses = sources.flatMap((source) => usesIn(source, sources))
  const withoutStyle = uses.flatMap(({ path, sheet, taken }) =>
    [...taken]
      .filter((name) => !sheets.get(sheet)?.has(name))
      .map((name) => ({ path, rule: 'class', says: `${sheet} has no .${name}` })),
  )
  const withoutUse = [...sheets].flatMap(([sheet, names]) => {
    const users = uses.filter((use) => use.sheet === sheet)
    return [...names]
      .filter((name) => !users.some((use) => use.taken.has(name) || use.mayTake(name)))
      .map((name) => ({ path: sheet, rule: 'class', says: `no file takes .${name}` }))
  })
  return [...withoutStyle, ...withoutUse]
}

/** A file's import of a style sheet: the classes it takes by name, and whether a lookup by value may take one. */
interface Use {
  path: string
  sheet: string
  taken: Set<string>
  mayTake: (name: string) => boolean
}

function usesIn({ path, code, imports }: Source, sources: readonly Source[]): Use[] {
  const folder = posix.dirname(path)
  return [...code.matchAll(sheetImport)].flatMap(([, name = '', from = '']) => {
    // An import that stands in a string is none.
    if (!imports.includes(from)) return []
    const taken = [...code.matchAll(new RegExp(`(?<![\\w$./'-])${name}\\.(\\w+)`, 'g'))]
    // The values of a lookup are the words of a type, there or in a file beside it.
    const isLookedUp = code.includes(`${name}[`)
    const mayTake = (own: string) =>
      isLookedUp &&
      sources.some((other) => posix.dirname(other.path) === folder && other.code.includes(`'${own}'`))
    return {
      path,
      sheet: from.startsWith('#') ? `src/${from.slice(1)}` : posix.join(folder, from),
      taken: new Set(taken.map(([, own = '']) => own)),
      mayTake,
    }
  })
}

const classesOf = (style: string) =>
  new Set([...style.replace(proseInSheet, '').matchAll(classInSheet)].map(([, name = '']) => name))
