type Load<Module> = () => Promise<Module>

/** The parts to prefetch; null after the prefetch, when later parts are fetched at once. */
let ahead: Set<Load<unknown>> | null = new Set()

/** Registers a chunk that is loaded at first use, or prefetched when the page is idle. The module system caches it. */
export function part<Module>(load: Load<Module>): Load<Module> {
  if (ahead) ahead.add(load)
  else quietly(load)
  return load
}

/** Prefetches every part and the pictures further down, so that from here on the page works offline. */
export function fetchAhead(): void {
  const all = ahead ?? []
  ahead = null
  for (const load of all) quietly(load)
  for (const picture of document.images) picture.loading = 'eager'
}

/** Ignores failures: the chunk is requested again when it is used, and a failure is reported then. */
const quietly = (load: Load<unknown>) => void load().catch(() => {})
