/** The placeholder of each id in a body. */
export const blank = '00000000-0000-7000-8000-000000000000'

/**
 * Raw HTTP requests to insert rows, for one connection with one request in flight. They are made beforehand and only
 * get new ids, so that the CPU is free for the server. `name` gives the ids of a request by its position.
 */
export function preparedMessages(
  url: URL,
  headers: Record<string, string>,
  bodies: readonly string[],
  name: () => (place: number) => string,
): () => Buffer {
  const fields = Object.entries(headers).map(([field, value]) => `${field}: ${value}\r\n`)
  const messages = bodies.map((body) => {
    const head =
      `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n${fields.join('')}` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    const bytes = Buffer.from(head + body)
    const places: number[] = []
    for (let at = bytes.indexOf(blank); at >= 0; at = bytes.indexOf(blank, at + 1)) places.push(at)
    return { bytes, places }
  })
  let count = 0
  return () => {
    const { bytes, places } = messages[count++ % messages.length] as (typeof messages)[number]
    const id = name()
    places.forEach((at, index) => {
      bytes.write(id(index), at, 'latin1')
    })
    return bytes
  }
}
