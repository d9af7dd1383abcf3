import type { PackShelf } from '#server/features/packs/service.ts'
import { securityHeaders } from '#server/lib/http/headers.ts'

const immutable = 'Cache-Control: public, max-age=31536000, immutable'

/**
 * What our server says beside each file, in the form that Netlify, Cloudflare Pages and others read from `_headers`. The
 * policy of a page is in the page; a second one, for frames alone, goes with everything.
 */
export function headersFile(publicUrl: string, packs: PackShelf): string {
  const { 'content-security-policy': _, ...others } = securityHeaders(publicUrl)
  const everywhere = [
    "content-security-policy: frame-ancestors 'none'",
    ...Object.entries(others).map(([name, value]) => `${name}: ${value}`),
  ]
  const rules: [path: string, lines: readonly string[]][] = [
    ['/*', everywhere],
    ['/assets/*', [immutable]],
    ['/desk/assets/*', [immutable]],
    ['/desk/*', ['X-Robots-Tag: noindex']],
    ...[...packs.files.values()].map(({ file, name }): [string, string[]] => [
      `/packs/${file}`,
      [`Content-Disposition: attachment; filename="${name}"`],
    ]),
  ]
  return rules.map(([path, lines]) => `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`).join('\n')
}
