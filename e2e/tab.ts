/**
 * A tab of a browser that Playwright does not drive. What is meant is named by XPath, which every browser knows; what
 * is not of a person's hands runs in the page.
 */
export interface Tab {
  open(url: string): Promise<void>
  /** Runs a function in the page. It knows its arguments alone, and they are data. */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  press(path: string): Promise<void>
  /** Presses the keys of a text, where the focus is. */
  keys(text: string): Promise<void>
  /** What went wrong in its pages and nobody expects: uncaught errors, and errors in the console. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** Runs in the page: the first element there that a press would reach, in view and at rest. */
export async function reachable(path: string): Promise<Element | null> {
  const frame = () => new Promise(requestAnimationFrame)
  const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  for (let at = 0; at < found.snapshotLength; at += 1) {
    const element = found.snapshotItem(at) as Element
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    await frame()
    await frame()
    const later = element.getBoundingClientRect()
    if (later.x !== x || later.y !== y) continue
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    if (hit && (element === hit || element.contains(hit))) return element
  }
  return null
}

/** Runs in the page: whether something there can be seen. */
export function isSeen(path: string): boolean {
  const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Element).some(
    (element) => element.checkVisibility({ visibilityProperty: true }),
  )
}

/** Asks until there is an answer that is neither false nor nothing; whoever throws may be right later. */
export async function until<Answer>(what: string, ask: () => Promise<Answer>): Promise<NonNullable<Answer>> {
  const end = Date.now() + 10_000
  for (;;) {
    let cause: unknown
    try {
      const answer = await ask()
      if (answer) return answer
    } catch (error) {
      cause = error
    }
    if (Date.now() > end) throw new Error(`not within ten seconds: ${what}`, { cause })
    await new Promise((over) => setTimeout(over, 50))
  }
}
