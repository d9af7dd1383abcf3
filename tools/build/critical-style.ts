import { type Selector, transform } from 'lightningcss'

const classInStyle = /\.([a-zA-Z_][\w-]*)/g
const classesInHtml = /class="([^"]*)"/g

/**
 * Of our style sheets, the rules that match this HTML; the others can load after the first paint, and so can the layer of
 * what moves and how a change of state looks on its way.
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
      Declaration: { transition: () => [] },
      Rule: {
        'layer-block': ({ value }) => (value.name?.[0] === 'motion' ? [] : undefined),
        style: ({ value }) => (value.selectors.every((one) => canMatch(one, shown, html)) ? undefined : []),
      },
    },
  })
  return code.toString()
}

/**
 * False where a selector looks by `:has()` for a class that is not there, which counts as used for the library, or asks for
 * a state of fields and buttons that nothing here is in, as `:disabled`.
 */
const canMatch = (selector: Selector, shown: ReadonlySet<string>, html: string): boolean =>
  selector.every((part) => {
    if (part.type !== 'pseudo-class') return true
    if (part.kind === 'has')
      return part.selectors.some((inside) =>
        inside.every((one) => one.type !== 'class' || shown.has(one.name)),
      )
    if (part.kind === 'disabled') return / disabled=/.test(html)
    return part.kind !== 'read-only' || / readonly=/i.test(html)
  })
