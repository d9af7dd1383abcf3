import { request } from 'node:http'
import { isAlive } from './site.ts'
import { expect, test } from './test.ts'

/** How many bytes the server sends for an address, as they cross the wire. */
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

test('all script before the first interaction is at most 75,000 bytes, as a browser gets it', async ({
  page,
}) => {
  const scripts = new Set<string>()
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script') scripts.add(asked.url())
  })
  await page.goto('/')
  await isAlive(page)
  await page.waitForLoadState('networkidle')
  expect(
    [...scripts].filter((url) => url.includes('/tracker-')),
    'the tracker is among them',
  ).toHaveLength(1)
  expect(scripts.size).toBeGreaterThan(0)
  const sizes = await Promise.all([...scripts].map((url) => bytesSent(url, 'br')))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(75_000)
})

test('the tracker is at most 2,500 bytes', async ({ page }) => {
  const asked = page.waitForRequest('**/assets/tracker-*.js')
  await page.goto('/')
  expect(await bytesSent((await asked).url(), 'br')).toBeLessThanOrEqual(2500)
})
