const waiting: (() => void)[] = []

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/**
 * Resolves in a turn of the event loop that no other caller has. Many large bodies that arrive together would hold up
 * everybody else for all of them; this way a page asked for meanwhile waits for one at most.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}
