/**
 * A tab of a browser that Playwright does not control. Elements are found by XPath, which every browser supports.
 * Everything except user input runs as a script in the page.
 */
export interface BrowserTab {
  open(url: string): Promise<void>
  /** Runs a function in the page. The function can use only its arguments, which are serialized. */
  run<Args extends readonly unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  press(path: string): Promise<void>
  keys(text: string): Promise<void>
  /** Returns unexpected errors in the tab's pages: uncaught exceptions and console errors. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** Runs in the page. Returns the first matching element that can be clicked: visible, not covered and not moving. */
export async function findClickable(path: string): Promise<Element | null> {
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

/** Runs in the page. Returns true if a matching element is visible. */
export function isVisible(path: string): boolean {
  const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Element).some((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  )
}

/** Polls until the result is truthy; an exception counts as a failed attempt. */
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
    if (Date.now() > end) throw new Error(`Timed out after ten seconds: ${what}`, { cause })
    await new Promise((over) => setTimeout(over, 50))
  }
}
