const entry = '/src/site/app/main.tsx'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null
}

/**
 * Puts two kinds of modules into one chunk: those that the bundle imports eagerly, and those that a screen shares with
 * another screen or its parts, the tracker or the dialogs. Each screen then needs only one more file, and similar code compresses
 * better together. The entry stays separate: it waits for a screen, which would wait for the entry's file.
 */
export function startChunk(id: string, graph: ModuleGraph): string | null {
  if (id.endsWith(entry)) return null
  const roots = [...rootsAbove(id, graph)]
  if (roots.includes(entry)) return 'start'
  const users = roots.flatMap((root) =>
    isEarly.test(root) ? root : (graph.getModuleInfo(root)?.dynamicImporters ?? []),
  )
  const early = new Set(users.filter((user) => isEarly.test(user)))
  const isEager = roots.some((root) => isEarly.test(root))
  return isEager && (early.size > 1 || roots.some(isDialogs)) ? 'start' : null
}

/** Puts the code that lazily loaded parts share, which is mostly the forms, into one chunk. */
export function formsChunk(id: string, graph: ModuleGraph): string | null {
  const roots = [...rootsAbove(id, graph)].filter((root) => !isEarly.test(root) && !isApart(root))
  return roots.length > 1 ? 'forms' : null
}

/** A screen's own chunk is named after its folder. */
const isEarly = /\/src\/site\/(screens\/([^/]+)\/\2|lib\/interactions)\.tsx?$/
const isDialogs = (root: string) => root.endsWith('/src/site/features/booking/booking-dialog.tsx')
const isApart = (root: string) => root.endsWith('/src/site/app/boot.ts')

/** Returns the entry and the parts that import a module eagerly, directly or through other modules. */
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
