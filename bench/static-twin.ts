import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const twin = 'dist/static-twin'

/**
 * The floor to measure against: the home view as a static page, the same words, drawing and style, with no
 * script at all; the dialog opens by its invoker command alone. Served by the same server.
 * @returns the entry of that server
 */
export async function makeStaticTwin(): Promise<string> {
  await rm(twin, { recursive: true, force: true })
  await mkdir(twin, { recursive: true })
  await cp('dist/server', `${twin}/server`, { recursive: true })
  await cp('dist/site', `${twin}/site`, { recursive: true })
  const html = (await readFile('dist/site/home.html', 'utf8')).replace(/<script>[\s\S]*?<\/script>/, '')
  await writeFile(`${twin}/site/home.html`, html)
  await writeFile(`${twin}/site/home.html.br`, brotliCompressSync(html))
  await writeFile(`${twin}/site/home.html.gz`, gzipSync(html, { level: 9 }))
  return `${twin}/server/main.js`
}
