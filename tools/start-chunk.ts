const entry = '/src/site/app/main.tsx'
const home = '/src/site/screens/home/home.tsx'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[] } | null
}

/**
 * Names the file a module is bundled into. What the program imports at once goes into one, and so does what
 * home, the usual first view, shares with other screens: fewer requests, and it compresses better together.
 * What only other screens want stays with them. The entry stays outside: it waits for a screen, which would
 * wait for the file that the entry is in.
 */
export function startChunk(id: string, graph: ModuleGraph): string | null {
  if (id.endsWith(entry)) return null
  const wantedBy = screensAbove(id, graph)
  return wantedBy.has(entry) || (wantedBy.has(home) && wantedBy.size > 1) ? 'start' : null
}

/** The entry and the screens that import a module at once, directly or through others. */
function screensAbove(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(id)) return found
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  if (importers.length === 0) found.add([entry, home].find((root) => id.endsWith(root)) ?? id)
  for (const importer of importers) {
    for (const root of screensAbove(importer, graph, seen)) found.add(root)
  }
  return found
}
