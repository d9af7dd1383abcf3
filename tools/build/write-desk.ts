import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { themeColour } from './document.ts'
import { compressFile } from './prerender.ts'

const entry = 'src/desk/app/main.tsx'
const page = 'src/desk/app/desk.html'

/** Writes the desk's single page, which its bundle renders into, and compresses the bundle. */
export async function writeDesk(siteDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(siteDir, '.vite/desk.json'), 'utf8')) as Manifest
  const main = manifest[entry]
  if (!main) throw new Error(`the build has no ${entry}`)
  await writeFile(join(siteDir, 'desk.html'), deskHtml(`/${main.file}`, main.css ?? []))

  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])
  const packable = [...new Set(files)].filter((file) => /\.(js|css|svg)$/.test(file))
  await Promise.all([...packable, 'desk.html'].map((file) => compressFile(join(siteDir, file))))
  await rm(join(siteDir, '.vite'), { recursive: true })
}

/**
 * The page with its program, its styles and more elements of its head. The server replaces what stands between `__`. An
 * empty address means the server's own, an empty origin that passkeys are off, and empty hours that sessions have no limit.
 */
export function deskHtml(script: string, styles: readonly string[], more: readonly string[] = []): string {
  const head = [
    `<meta name="theme-color" content="${themeColour.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${themeColour.dark}" media="(prefers-color-scheme: dark)">`,
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...more,
    `<script type="module" src="${script}"></script>`,
  ]
  return readFileSync(page, 'utf8').replace('<!--start-->', head.join(''))
}
