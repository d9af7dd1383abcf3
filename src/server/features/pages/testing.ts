import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { derivedClaims } from '#content/claims.ts'
import type { PublishingContext } from '#server/features/publishing/service.ts'
import type { SiteSource } from './service.ts'

const hash = (letter: string) => `'sha256-${letter.repeat(43)}='`

const page = (name: string) =>
  `<!doctype html><title>${name}</title><link rel="canonical" href="__PUBLIC_URL__/?view=${name}">` +
  `<meta name="publishable-key" content="__PUBLISHABLE_KEY__"><!--supabase-url-->` +
  `<div id="root"><h1>${name}</h1><p>${derivedClaims().weeklySlots}.</p></div>`

const plain = '<!doctype html><title><!--title--></title><meta name="robots" content="noindex"><main><!--body--></main>'

/** The page around the content of pages that the server writes, and a site that consists of this page. */
export const plainPage = {
  html: '<title><!--title--></title><main><!--body--></main>',
  csp: "default-src 'none'; form-action 'self'; base-uri 'none'",
}
export const plainSite = (async () => ({ plain: plainPage })) as unknown as SiteSource

/** Renders each page with the edits as text instead of the site's components. */
export const renderForTest: PublishingContext['render'] = async ({ edits }) => ({
  pages: Object.fromEntries(
    ['home', 'services', 'not-found', 'plain'].map((name) => [
      name,
      {
        html: `<style>p{}</style>${name === 'plain' ? plain : page(name)}<body>${JSON.stringify(edits)}</body>`,
        style: 'p{}',
        script: null,
      },
    ]),
  ),
  manifest: JSON.stringify({ name: edits['brand.name'] }),
})

/** A built site in its own folder, which also has space for packs. `remove` deletes the folder. */
export function siteForTest(): { folder: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'backline-site-'))
  const folder = join(root, 'site')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const writePacked = (path: string, text: string) => {
    write(path, text)
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${path}.gz`), gzipSync(text))
  }
  const pages: Record<string, unknown> = {}
  for (const [name, text] of [
    ['home', page('home')],
    ['services', page('services')],
    ['not-found', page('not-found')],
    ['plain', plain],
  ] as const) {
    writePacked(`${name}.html`, text)
    pages[name] = { file: `${name}.html`, csp: { style: [hash(name.charAt(0))], script: [] } }
  }
  write('pages.json', JSON.stringify({ release: '0123456789', pages }))
  writePacked(
    'desk.html',
    '<!doctype html><title>Desk</title><meta name="supabase-url" content="__SUPABASE_URL__">' +
      '<meta name="passkey-origin" content="__PASSKEY_ORIGIN__">' +
      '<meta name="sign-in-services" content="__SIGN_IN_SERVICES__">',
  )
  writePacked('desk/assets/desk-9c1d.js', 'console.log("desk")\n'.repeat(50))
  writePacked('assets/main-4f2a.js', 'console.log("main")\n'.repeat(50))
  write('assets/main-4f2a.js.map', '{"sources":[]}')
  write('assets/font.woff2', 'font')
  write('robots.txt', 'Sitemap: __PUBLIC_URL__/sitemap.xml\n')
  write('.vite/manifest.json', '{}')
  write('.env', 'SECRET=1')
  return { folder, remove: () => rmSync(root, { recursive: true }) }
}
