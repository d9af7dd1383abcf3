import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { themeColour } from './document.ts'
import { compressFile } from './prerender.ts'

const entry = 'src/desk/app/main.tsx'
const manifestFile = '.vite/desk.json'

/** Writes the desk's single page, which its bundle renders into, and compresses the bundle. */
export async function writeDesk(siteDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(siteDir, manifestFile), 'utf8')) as Manifest
  const main = manifest[entry]
  if (!main) throw new Error(`the build has no ${entry}`)
  await writeFile(join(siteDir, 'desk.html'), deskHtml(`/${main.file}`, main.css ?? []))

  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])
  const packable = [...new Set(files)].filter((file) => /\.(js|css|svg)$/.test(file))
  await Promise.all([...packable, 'desk.html'].map((file) => compressFile(join(siteDir, file))))
  await rm(join(siteDir, '.vite'), { recursive: true })
}

/**
 * The server replaces what stands between `__`. An empty address means the server's own, an empty origin that
 * passkeys are off, and empty hours that sessions have no limit.
 */
export function deskHtml(script: string, styles: readonly string[], more: readonly string[] = []): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Desk</title>',
    '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${themeColour.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${themeColour.dark}" media="(prefers-color-scheme: dark)">`,
    '<meta name="publishable-key" content="__PUBLISHABLE_KEY__">',
    '<meta name="supabase-url" content="__SUPABASE_URL__">',
    '<meta name="passkey-origin" content="__PASSKEY_ORIGIN__">',
    '<meta name="idle-hours" content="__IDLE_HOURS__">',
    '<meta name="sign-in-services" content="__SIGN_IN_SERVICES__">',
    '<meta name="password-rule" content="__PASSWORD_RULE__">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...more,
    `<script type="module" src="${script}"></script>`,
  ]
  const body =
    '<div id="root"></div><noscript>The desk is a program: it needs JavaScript. To reach the team, use the ' +
    '<a href="/?view=contact">contact form</a>.</noscript>'
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body>${body}</body></html>`
}
