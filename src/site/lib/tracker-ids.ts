/** A random UUID. `crypto.randomUUID` is missing where the page came by plain http. */
export function randomUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Gives ids that sort as they were asked for: UUIDs of version 7 with a counter for those of one millisecond,
 * also when the clock is set back.
 * @see https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function orderedIds(): (at: number) => string {
  let last = 0
  let counter = 0
  return (at) => {
    counter = at > last ? 0 : counter + 1
    last = Math.max(at, last) + (counter >> 12)
    counter &= 0xfff
    const time = last.toString(16).padStart(12, '0')
    const count = counter.toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUuid().slice(19)}`
  }
}
