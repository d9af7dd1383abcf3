import { isUtf8 } from 'node:buffer'

/** Thrown for text that is not the JSON we accept; its message is for us, never for the sender. */
export class BadJson extends Error {}

const deepest = 32

/**
 * JSON of which every reader makes the same thing: valid UTF-8, no key twice in one object, no `__proto__`,
 * no number too large for a double, and no nesting that would exhaust whoever walks it next.
 */
export function parseStrictJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new BadJson('not UTF-8')
  const colons = countColons(body)
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    throw new BadJson('not JSON')
  }
  // The parser keeps one of two equal keys, so that a key is missing says that one came twice.
  if (countKeys(value) !== colons) throw new BadJson('key given twice')
  return value
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** One pass over the bytes: how many colons stand outside of strings, which is how many keys were given. */
function countColons(body: Uint8Array): number {
  let colons = 0
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) at = endOfString(body, at)
    else if (byte === colon) colons++
    else if (byte === openBrace || byte === openBracket) {
      if (++depth > deepest) throw new BadJson('nested too deep')
    } else if (byte === closeBrace || byte === closeBracket) depth--
  }
  return colons
}

/** Where the string that starts here ends. No byte of a longer UTF-8 character looks like a quote. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return at
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
