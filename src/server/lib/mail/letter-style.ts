import { html } from '#server/lib/http/html.ts'

// The colours of `src/ui/tokens.css`, in the notation that every mail program reads.

/** By day. */
export const sheet = {
  paper: '#f7f4ec',
  ink: '#1a1611',
  soft: '#544f47',
  rule: '#d2cfc6',
  signal: '#fbcf0e',
  signalDeep: '#efbd00',
} as const

/** By night. */
const board = { paper: '#120f0b', ink: '#f1eee6', soft: '#b4b1a7', rule: '#3f3c37' } as const

/** System faces: a mail fetches nothing. */
export const font = "'Helvetica Neue',Helvetica,Arial,sans-serif"

/** Outweighs the style of each element, hence the marks. The button stays as it is: it is the same at night. */
export const boardStyle = html`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${board.paper}!important}
.ink{color:${board.ink}!important}
.soft{color:${board.soft}!important}
.rule{border-color:${board.rule}!important}
.code{border-color:${board.ink}!important}
.line{background:${board.ink}!important}
}`
