import { isUtf8 } from 'node:buffer'

/** Thrown for input that is not acceptable JSON. The message is never sent to the client. */
export class BadJson extends Error {}

const deepest = 32

/**
 * Accepts only JSON that every parser reads in the same way: valid UTF-8 without duplicate keys, `__proto__`, numbers
 * too large for a double, or nesting that would exhaust a parser's stack.
 */
export function parseStrictJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new BadJson('not UTF-8')
  const text = body.toString()
  const colons = countColons(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadJson('not JSON')
  }
  // The parser keeps only one of two identical keys. Therefore, if there are fewer keys than colons, a key is repeated.
  if (countKeys(value) !== colons) throw new BadJson('duplicate key')
  return value
}

/** Counts the colons outside strings; each key has one colon. */
function countColons(text: string): number {
  let colons = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === ':') colons++
    else if (character === '{' || character === '[') {
      if (++depth > deepest) throw new BadJson('nested too deep')
    } else if (character === '}' || character === ']') depth--
  }
  return colons
}

/** Returns the end of the string that starts here: the first quote after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text[before] === '\\') before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

function countKeys(value: unknown): number {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new BadJson('number too large')
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item)
    return keys
  }
  for (const key in value) {
    if (key === '__proto__') throw new BadJson('forbidden key')
    keys += 1 + countKeys((value as Record<string, unknown>)[key])
  }
  return keys
}
