type Load<Module> = () => Promise<Module>

/** What can be fetched ahead; null once it was, and whatever is registered later follows at once. */
let ahead: Set<Load<unknown>> | null = new Set()

/** Registers what is fetched when it is first wanted, or ahead of that when the page rests. The module system keeps it. */
export function part<Module>(load: Load<Module>): Load<Module> {
  if (ahead) ahead.add(load)
  else quietly(load)
  return load
}

/** Fetches every part, so that from here on the page needs no connection to show any of them. */
export function fetchAhead(): void {
  const all = ahead ?? []
  ahead = null
  for (const load of all) quietly(load)
}

/** What fails now is asked for again when it is wanted, and told then. */
const quietly = (load: Load<unknown>) => void load().catch(() => {})
