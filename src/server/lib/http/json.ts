/** Thrown for text that is not the JSON we accept; its message is for us, never for the sender. */
export class BadJson extends Error {}

const deepest = 32

/** In JSON known to be well formed: each string with the colon that makes it a key, and each bracket. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{}]/g

/**
 * JSON of which every reader makes the same thing: valid UTF-8, no key twice in one object, no `__proto__`,
 * no number too large for a double, and no nesting that would exhaust whoever walks it next.
 */
export function parseStrictJson(body: Uint8Array): unknown {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    value = JSON.parse(text)
  } catch {
    throw new BadJson('not JSON')
  }
  checkStructure(text)
  checkNumbers(value)
  return value
}

function checkStructure(text: string): void {
  const open: Set<string>[] = []
  for (const [symbol, string, colon] of text.matchAll(token)) {
    if (symbol === '{' || symbol === '[') {
      if (open.push(new Set()) > deepest) throw new BadJson('nested too deep')
    } else if (symbol === '}' || symbol === ']') {
      open.pop()
    } else if (string && colon) {
      const key = JSON.parse(string) as string
      const keys = open.at(-1)
      if (key === '__proto__') throw new BadJson('forbidden key')
      if (keys?.has(key)) throw new BadJson('key given twice')
      keys?.add(key)
    }
  }
}

function checkNumbers(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new BadJson('number too large')
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkNumbers)
}
