// The colours of `src/ui/tokens.css`, in the notation that every mail program reads.

export const colour = {
  paper: '#f7f4ec',
  sunken: '#efeadd',
  ink: '#1a1611',
  soft: '#544f47',
  rule: '#d2cfc6',
  signal: '#fbcf0e',
  signalDeep: '#efbd00',
  alert: '#ad1316',
} as const

/** For dark mode. */
const board = {
  paper: '#120f0b',
  sunken: '#2a261f',
  ink: '#f1eee6',
  soft: '#b4b1a7',
  rule: '#3f3c37',
  alert: '#ff8f82',
} as const

/** System fonts: a letter loads nothing. */
export const font = "'Helvetica Neue',Helvetica,Arial,sans-serif"

/**
 * Every rule is `!important` to override the style of each element. The button and the bars have no rule, because they
 * look the same in dark mode. It contains no quotes and angle brackets, because it is inserted into markup unescaped.
 */
export const boardStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${board.paper}!important}
.sunken{background:${board.sunken}!important}
.ink{color:${board.ink}!important}
.soft{color:${board.soft}!important}
.alert{color:${board.alert}!important}
.rule{border-color:${board.rule}!important}
.edge{border-color:${board.ink}!important}
.seam{border-color:${board.paper}!important}
.line{background:${board.ink}!important}
}`

const figures = { fontVariantNumeric: 'tabular-nums' } as const

/** The styles of each kind of text, set on the element: some mail programs drop the style sheet. */
export const text = {
  heading: {
    margin: '0 0 16px',
    font: `700 30px/1.1 ${font}`,
    letterSpacing: '-0.02em',
    textWrap: 'balance',
  },
  body: { margin: '0 0 16px', font: `400 17px/1.55 ${font}` },
  note: { margin: '0 0 10px', font: `400 14px/1.5 ${font}`, color: colour.soft },
  label: { margin: 0, font: `700 14px/1.3 ${font}` },
  figure: { margin: '12px 0 0', font: `700 44px/1.05 ${font}`, letterSpacing: '-0.03em', ...figures },
  day: { margin: '6px 0 0', font: `700 19px/1.3 ${font}` },
  zone: { margin: '2px 0 0', font: `400 15px/1.45 ${font}`, color: colour.soft },
  cell: { font: `400 15px/1.45 ${font}`, ...figures },
  title: { margin: '36px 0 10px', font: `700 19px/1.25 ${font}`, letterSpacing: '-0.01em' },
} as const
