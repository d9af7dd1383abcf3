const entry = '/src/site/app/main.tsx'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[] } | null
}

/**
 * Names the file a module is bundled into: everything that the program imports at once goes into one, which
 * costs fewer requests and compresses better together. What only a screen wants stays with that screen. The
 * entry stays outside: it waits for a screen, which would wait for the file that the entry is in.
 */
export function startChunk(id: string, graph: ModuleGraph): string | null {
  return !id.endsWith(entry) && isImportedBy(id, graph, new Set()) ? 'start' : null
}

function isImportedBy(id: string, graph: ModuleGraph, seen: Set<string>): boolean {
  if (id.endsWith(entry)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return graph.getModuleInfo(id)?.importers.some((importer) => isImportedBy(importer, graph, seen)) ?? false
}
