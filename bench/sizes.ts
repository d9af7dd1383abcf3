import type { Browser } from 'playwright-core'
import { addresses, openAtRest, withPhone } from './phone.ts'
import { say, sayOf, verdict, whole } from './statistics.ts'

/** Bytes as brotli compresses them. */
const limits = { html: 14_000, script: 90_000 }

/**
 * The scripts of ours in a text, without the one that reports a page that never hydrated: other pages do not fetch it.
 */
const scriptsIn = (text: string) => text.match(/\/assets\/(?!last-words)[\w-]+\.js/g) ?? []

async function bytesOf(site: string, paths: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const path of paths) {
    const answer = await fetch(site + path, { headers: { 'accept-encoding': 'br' } })
    await answer.arrayBuffer()
    const length = Number(answer.headers.get('content-length'))
    if (!answer.ok || length === 0) throw new Error(`${path} was answered ${answer.status} without a length`)
    bytes += length
  }
  return bytes
}

/** The scripts and styles that a view asks for until it is at rest. */
const askedBy = (browser: Browser, url: string) =>
  withPhone(browser, false, async ({ page }) => {
    const asked = new Set<string>()
    page.on('request', (one) => asked.add(new URL(one.url()).pathname))
    await openAtRest(page, url)
    return [...asked].filter((one) => /^\/assets\/.*\.(js|css)$/.test(one))
  })

/**
 * The cost of a first visit to each view: HTML with its style, and all script until the page is interactive, tracker
 * included.
 */
export async function printSizes(browser: Browser, site: string): Promise<void> {
  say(`bytes as brotli; HTML at most ${limits.html}, script before interaction ${limits.script}`, 'size')
  for (const { view, path } of addresses) {
    const boot = /<script>[\s\S]*?<\/script>/.exec(await (await fetch(site + path)).text())?.[0] ?? ''
    const asked = await askedBy(browser, site + path)
    const before = new Set([...scriptsIn(boot), ...asked.filter((one) => /interactions-(?!later)/.test(one))])
    const [html, script] = [await bytesOf(site, [path]), await bytesOf(site, before)]
    const rest = await bytesOf(
      site,
      asked.filter((one) => !before.has(one)),
    )
    sayOf(
      view,
      `HTML ${whole(html)} ${verdict(html <= limits.html)}, script ${whole(script)} in ${before.size} files ` +
        `${verdict(script <= limits.script)}; ${whole(rest)} more until rest`,
    )
  }
}
