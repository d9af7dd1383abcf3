import { type Selector, transform } from 'lightningcss'

const classInStyle = /\.([a-zA-Z_][\w-]*)/g
const classesInHtml = /class="([^"]*)"/g

/**
 * Of our style sheets, the rules that match this HTML; the others can load after the first paint, and so can the layer of
 * what moves.
 */
export function criticalStyle(style: string, html: string): string {
  const shown = new Set([...html.matchAll(classesInHtml)].flatMap(([, names = '']) => names.split(' ')))
  const named = new Set([...style.matchAll(classInStyle)].map(([, name = '']) => name))
  const { code } = transform({
    filename: 'start.css',
    code: Buffer.from(style),
    minify: true,
    unusedSymbols: [...named].filter((name) => !shown.has(name)),
    visitor: {
      Rule: {
        'layer-block': ({ value }) => (value.name?.[0] === 'motion' ? [] : undefined),
        style: ({ value }) => (value.selectors.every((one) => asksFor(one, shown)) ? undefined : []),
      },
    },
  })
  return code.toString()
}

/** False where a selector looks by `:has()` for a class that is not there, which counts as used for the library. */
const asksFor = (selector: Selector, shown: ReadonlySet<string>): boolean =>
  selector.every(
    (part) =>
      part.type !== 'pseudo-class' ||
      part.kind !== 'has' ||
      part.selectors.some((inside) => inside.every((one) => one.type !== 'class' || shown.has(one.name))),
  )
