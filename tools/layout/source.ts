import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseSync } from 'vite'

/** A source file with what the layout rules need to know. */
export type SourceFile = {
  /** The path from the root; it contains `/` on every system. */
  path: string
  lines: number
  /** The text with blanks instead of comments, so that rules ignore prose. */
  code: string
  /** The specifiers of all imports, including `export … from` and `import()`. */
  imports: string[]
}

export type LayoutViolation = { path: string; rule: string; says: string }

/** Checks one file and returns a message for each violation. */
export type LayoutRule = { rule: string; look: (source: SourceFile) => string[] }

const scripts = new Set(['.ts', '.tsx', '.mjs'])

export function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (!scripts.has(extname(path))) return { path, lines, code: text, imports: [] }

  const { module, comments } = parseSync(path, text)
  let code = text
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end)
  }
  const exports = module.staticExports.flatMap(({ entries }) => entries)
  return {
    path,
    lines,
    code,
    imports: [
      ...module.staticImports.map((one) => one.moduleRequest.value),
      ...exports.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ...module.dynamicImports.map(({ moduleRequest }) =>
        text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
      ),
    ],
  }
}
