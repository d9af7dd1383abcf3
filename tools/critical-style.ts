import { transform } from 'lightningcss'

const classInStyle = /\.([a-zA-Z_][\w-]*)/g
const classesInHtml = /class="([^"]*)"/g

/** Of our style sheets, the rules that match this HTML; the others can load after the first paint. */
export function criticalStyle(style: string, html: string): string {
  const shown = new Set([...html.matchAll(classesInHtml)].flatMap(([, names = '']) => names.split(' ')))
  const named = new Set([...style.matchAll(classInStyle)].map(([, name = '']) => name))
  const { code } = transform({
    filename: 'start.css',
    code: Buffer.from(style),
    minify: true,
    unusedSymbols: [...named].filter((name) => !shown.has(name)),
  })
  return code.toString()
}
