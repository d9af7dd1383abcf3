import { request } from 'node:http'
import { viewIds } from '#content/views.ts'
import { addressOf, spareData } from './site.ts'
import { expect, test } from './test.ts'

/** The bytes that the server sends for an address, compressed. */
function bytesSent(address: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { 'accept-encoding': encoding } }, (response) => {
      if (response.statusCode !== 200 || response.headers['content-encoding'] !== encoding)
        reject(new Error(`${address}: ${response.statusCode}, ${response.headers['content-encoding']}`))
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    })
    asked.on('error', reject).end()
  })
}

for (const encoding of ['br', 'gzip']) {
  test(`the home page with its style is at most 14,000 bytes in ${encoding}`, async ({ server }) => {
    expect(await bytesSent(`${server.url}/`, encoding)).toBeLessThanOrEqual(14_000)
  })
}

for (const view of viewIds) {
  test(`${view}: 14,000 bytes with its style, 75,000 of script before it answers`, async ({
    page,
    server,
  }) => {
    const html = await bytesSent(server.url + addressOf(view), 'br')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // What the idle page prefetches does not count here: e2e/after-load.spec.ts.
    await spareData(page)
    const tracker = page.waitForRequest('**/assets/tracker-*.js')
    await page.goto(addressOf(view))
    const boot = await page.locator('script:not([src], [type])').textContent()
    const scripts = [...(boot?.matchAll(/\/assets\/(?!last-words)[\w-]+\.js/g) ?? [])].map(
      ([path]) => server.url + path,
    )
    scripts.push((await tracker).url())
    expect(asked.filter((url) => scripts.includes(url)).length, 'the page asks for them').toBe(
      new Set(scripts).size,
    )
    const sizes = await Promise.all([...new Set(scripts)].map((url) => bytesSent(url, 'br')))
    const script = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`${view}: ${html} bytes of HTML with style, ${script} of script`)
    expect(html).toBeLessThanOrEqual(14_000)
    expect(script).toBeLessThanOrEqual(75_000)
  })
}

test('the tracker is at most 2,500 bytes', async ({ page }) => {
  const asked = page.waitForRequest('**/assets/tracker-*.js')
  await page.goto('/')
  expect(await bytesSent((await asked).url(), 'br')).toBeLessThanOrEqual(2500)
})
