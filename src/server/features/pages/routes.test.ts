import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { pageRoutes } from './routes.ts'
import { loadSite, readManifest } from './service.ts'
import { siteForTest } from './testing.ts'
import type { SiteValues } from './values.ts'

const { folder, remove } = siteForTest()
afterAll(remove)
const values: SiteValues = {
  publicUrl: 'https://site.example',
  publishableKey: 'sb_publishable_test',
  supabaseUrl: 'https://abc.supabase.co',
  signInServices: ['work', 'google'],
}
const site = await loadSite(folder, values)
const app = fastify()
await app.register(pageRoutes, { site: async () => site })
app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('not found'))

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the route for views', () => {
  it(
    'serves each view at its URL',
    testEach(
      [
        ['/', 'home'],
        ['/?view=services', 'services'],
        ['/?view=home', 'home'],
        ['/?utm_source=x', 'home'],
        ['/?view=', 'home'],
      ],
      async (url, view) => {
        const answer = await get(url)
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        expect(answer.body).toContain(`<h1>${view}</h1>`)
      },
    ),
  )

  it(
    'returns 404 if the query does not name exactly one known view',
    testEach(
      [
        '/?view=nonsense',
        '/?view=not-found',
        '/?view=plain',
        '/?view=constructor',
        '/?view=Services',
        '/?view=services&view=services',
        '/?view=&view=services',
        '/?view=%00',
      ],
      async (url) => {
        const answer = await get(url)
        expect([answer.statusCode, answer.body]).toEqual([404, 'not found'])
      },
    ),
  )

  it('inserts this installation’s values into every encoding of a view', async () => {
    const address = 'href="https://site.example/?view=services"'
    const plain = await get('/?view=services')
    expect(plain.body).toContain(address)
    expect(plain.body).toContain('content="sb_publishable_test"')
    const packed = await get('/?view=services', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    const zipped = await get('/?view=services', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  })

  it('uses the configured Supabase project, and allows connections to no other project', async () => {
    const { body, headers } = await get('/?view=services')
    expect(body).toContain('<meta name="supabase-url" content="https://abc.supabase.co">')
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://abc.supabase.co;")
    const own = await loadSite(folder, { ...values, supabaseUrl: null })
    expect(String(own.views.get('home')?.bodies.get('identity')?.bytes)).not.toContain('supabase')
    expect(own.views.get('home')?.csp).toContain("connect-src 'self';")
  })

  it("requires clients to revalidate a view each time, and allows the view's own inline style", async () => {
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${'h'.repeat(43)}='; `)
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })
})

describe('the route for the desk', () => {
  it(
    'sends a page that contains the origin for passkeys',
    testEach(
      [
        ['on its own server with https', 'https://site.example', null, 'https://site.example'],
        ['on its own server on the local machine', 'http://127.0.0.1:3000', null, 'http://localhost:3000'],
        ['on its own server with plain http', 'http://crm.lan', null, ''],
        ['on a Supabase project', 'https://site.example', 'https://abc.supabase.co', ''],
      ],
      async (_whose, publicUrl, supabaseUrl, origin) => {
        const { desk } = await loadSite(folder, {
          publicUrl,
          supabaseUrl,
          publishableKey: 'sb_publishable_test',
          signInServices: [],
        })
        const page = String(desk.bodies.get('identity')?.bytes)
        expect(page).toContain(`<meta name="passkey-origin" content="${origin}">`)
      },
    ),
  )

  it('sends a page that lists the services with which members can sign in', async () => {
    expect((await get('/desk/')).body).toContain('<meta name="sign-in-services" content="work,google">')
  })

  it(
    'sends the same page for every path below /desk',
    testEach(['/desk/', '/desk/bookings?status=new', '/desk/bookings/4f', '/desk/no/such/place'], async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect([statusCode, headers['x-robots-tag'], headers['cache-control']]).toEqual([200, 'noindex', 'no-store'])
      expect(body).toContain('content="https://abc.supabase.co"')
      expect(headers['content-security-policy']).toContain(
        "connect-src 'self' https://abc.supabase.co wss://abc.supabase.co;",
      )
    }),
  )

  it('lets clients cache the files of the desk forever, and responds to missing files with 404', async () => {
    const file = await get('/desk/assets/desk-9c1d.js')
    expect(file.headers['cache-control']).toContain('immutable')
    expect((await get('/desk/assets/desk-0000.js')).statusCode).toBe(404)
    expect((await get('/desk')).headers.location).toBe('/desk/')
    expect((await get('/desk.html')).statusCode).toBe(404)
    expect((await get('/?view=desk')).statusCode).toBe(404)
  })
})

describe('the route for files', () => {
  const asset = '/assets/main-4f2a.js'

  it(
    'sends a file in an encoding that the client accepts',
    testEach(
      [
        ['br, gzip', 'br'],
        ['gzip, deflate, br;q=0.1', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip', 'gzip'],
        ['*', 'br'],
        ['identity', undefined],
        ['', undefined],
        ['zstd', undefined],
      ],
      async (accepted, encoding) => {
        const { headers } = await get(asset, { 'accept-encoding': accepted })
        expect(headers['content-encoding']).toBe(encoding)
        expect(headers.vary).toBe('Accept-Encoding')
      },
    ),
  )

  it('[H2] lets clients cache a file forever if its name contains a hash', async () => {
    expect((await get(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it('sends each encoding with its own ETag, and does not resend a file that the client already has', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (e) => String((await get(asset, { 'accept-encoding': e })).headers.etag)),
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/)
    const again = await get(asset, { 'accept-encoding': 'br', 'if-none-match': `"x", W/${tags[0]}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tags[0]])
    const other = await get(asset, { 'accept-encoding': 'gzip', 'if-none-match': String(tags[0]) })
    expect(other.statusCode).toBe(200)
  })

  it('sends no body in response to HEAD requests', async () => {
    const head = await app.inject({ method: 'HEAD', url: asset })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '1000'])
  })

  it("inserts this installation's values into files whose names contain no hash", async () => {
    expect((await get('/robots.txt')).body).toBe('Sitemap: https://site.example/sitemap.xml\n')
    expect((await get('/assets/font.woff2')).headers['content-type']).toBe('font/woff2')
  })
})

it(
  '[H4] serves only the public files of the built site',
  testEach(
    [
      '/.env',
      '/.vite/manifest.json',
      '/pages.json',
      '/home.html',
      '/plain.html',
      '/assets/main-4f2a.js.map',
      '/assets/main-4f2a.js.br',
      '/assets/',
      '/../../etc/passwd',
      '/..%2f..%2fetc/passwd',
      '/assets/..%2f.env',
      '//robots.txt',
    ],
    async (path) => {
      expect((await get(path)).statusCode).toBe(404)
    },
  ),
)

it('names the build command if the site has not been built', async () => {
  await expect(readManifest(join(folder, 'none'))).rejects.toThrow('run "npm run build" first')
})

it.each([
  ['broken JSON', '{'],
  ['a file outside the folder', '{"pages":{"home":{"file":"../secret.html","csp":{"style":[],"script":[]}}}}'],
  [
    'a policy that is not a hash',
    `{"pages":{"home":{"file":"home.html","csp":{"style":["'unsafe-inline'"],"script":[]}}}}`,
  ],
])('rejects a build manifest with %s', async (_, text) => {
  const own = mkdtempSync(join(tmpdir(), 'backline-manifest-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  writeFileSync(join(own, 'pages.json'), text)
  await expect(readManifest(own)).rejects.toThrow('not a valid build manifest')
})
