import { readFileSync } from 'node:fs'
import { brand } from '#content/brand.ts'
import { escaped, themeColors } from '#site/app/document.ts'

/**
 * The desk's page. The server replaces names that are enclosed in `__`. An empty URL stands for this server; without an
 * origin, passkeys are off.
 */
export function deskHtml(script: string, styles: readonly string[], more: readonly string[] = []): string {
  const head = [
    `<meta name="application-name" content="${escaped(brand.name)}">`,
    ...themeColors,
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...more,
    `<script type="module" src="${script}"></script>`,
  ]
  return readFileSync('src/desk/app/desk.html', 'utf8').replace('<!--start-->', head.join(''))
}
