import { request } from 'node:http'

/** Bytes of a body as it travels, for one way of packing it. */
function bytesSent(url: string, encoding: 'br' | 'gzip'): Promise<{ bytes: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const ask = request(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        resolve({ bytes: body.length, body })
      })
    })
    ask.on('error', reject)
    ask.end()
  })
}

/** What a first visit to the home view costs: its HTML with critical CSS, and the script before interaction. */
export async function printSizes(url: string): Promise<void> {
  const html = await (await fetch(url)).text()
  const scripts = JSON.parse(/\[("\/assets\/[^\]]+)\]/.exec(html)?.[0] ?? '[]') as string[]
  for (const encoding of ['br', 'gzip'] as const) {
    const page = await bytesSent(url, encoding)
    const parts = await Promise.all(scripts.map((path) => bytesSent(new URL(path, url).href, encoding)))
    const script = parts.reduce((sum, part) => sum + part.bytes, 0)
    console.log(
      `size, ${encoding.padEnd(4)}  home HTML with its CSS ${page.bytes} B (limit 14000), script ${script} B`,
    )
  }
  console.log(
    `              script before interaction: limit 75000 B, ${scripts.length} files, after the first paint`,
  )
}
