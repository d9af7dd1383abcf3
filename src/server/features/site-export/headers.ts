import type { PackShelf } from '#server/features/packs/service.ts'
import { securityHeaders } from '#server/lib/http/headers.ts'

const immutable = 'Cache-Control: public, max-age=31536000, immutable'

/**
 * Our server's headers for each file, in the `_headers` format of Netlify, Cloudflare Pages and others. Each page
 * contains its own policy; a second one, only about frames, is sent with every file.
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
