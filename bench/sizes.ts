import { request } from 'node:http'
import { addresses } from './phone.ts'
import { verdict } from './statistics.ts'

const limits = { html: 14_000, script: 90_000 }

/** The compressed size of a body, in bytes. */
function bytesSent(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const ask = request(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => resolve(bytes))
    })
    ask.on('error', reject)
    ask.end()
  })
}

const bytesOf = async (site: string, paths: Iterable<string>) => {
  const sizes = await Promise.all([...paths].map((path) => bytesSent(site + path)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * The addresses of our scripts in a text, without the one that reports a page that never hydrated: other pages do not
 * fetch it.
 */
const scriptsIn = (text: string) => text.match(/\/assets\/(?!last-words)[\w-]+\.js/g) ?? []

/**
 * The cost of a first visit to each view: HTML with its style, and all script until the page is interactive, tracker
 * included.
 */
export async function printSizes(
  site: string,
  requested: (path: string) => Promise<string[]>,
): Promise<void> {
  for (const { view, path } of addresses) {
    const boot = /<script>[\s\S]*?<\/script>/.exec(await (await fetch(site + path)).text())?.[0] ?? ''
    const asked = await requested(path)
    const before = new Set([...scriptsIn(boot), ...asked.filter((one) => /interactions-(?!later)/.test(one))])
    const after = new Set(asked.filter((one) => !before.has(one)))
    const html = await bytesSent(site + path)
    const script = await bytesOf(site, before)
    console.log(
      `size          ${view.padEnd(20)} HTML with style ${html} B: ${verdict(html <= limits.html)}, ` +
        `script ${script} B in ${before.size} files: ${verdict(script <= limits.script)}; ` +
        `at rest ${await bytesOf(site, after)} B in ${after.size} files`,
    )
  }
  console.log(`              brotli; limits ${limits.html} and ${limits.script} B before interaction`)
}
