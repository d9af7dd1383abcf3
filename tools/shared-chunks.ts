const entry = '/src/site/app/main.tsx'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[] } | null
}

/**
 * The file of what the program imports at once, and of what a screen shares with another, with the tracker or with the
 * dialogs: each screen is then one more file and no other, and what is alike compresses better together. The entry stays
 * outside: it waits for a screen, which would wait for the file that the entry is in.
 */
export function startChunk(id: string, graph: ModuleGraph): string | null {
  if (id.endsWith(entry)) return null
  const roots = [...rootsAbove(id, graph)]
  if (roots.includes(entry)) return 'start'
  const early = roots.filter((root) => isEarly.test(root))
  return early.length > 1 || (early.length > 0 && roots.some(isDialogs)) ? 'start' : null
}

/** The file of what parts share that come later, the forms above all. */
export function formsChunk(id: string, graph: ModuleGraph): string | null {
  const roots = [...rootsAbove(id, graph)].filter((root) => !isEarly.test(root) && !isApart(root))
  return roots.length > 1 ? 'forms' : null
}

/** A screen's own file bears the name of its folder. */
const isEarly = /\/src\/site\/(screens\/([^/]+)\/\2|lib\/tracker)\.tsx?$/
const isDialogs = (root: string) => root.endsWith('/src/site/app/dialogs.tsx')
const isApart = (root: string) => root.endsWith('/src/site/app/boot.ts')

/** The entry and the parts that import a module at once, directly or through others. */
function rootsAbove(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(id)) return found
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  if (importers.length === 0) found.add(id.endsWith(entry) ? entry : id)
  for (const importer of importers) {
    for (const root of rootsAbove(importer, graph, seen)) found.add(root)
  }
  return found
}
