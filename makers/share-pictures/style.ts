/** The size that sites which show links ask for: https://ogp.me. */
export const size = { width: 1200, height: 630 } as const

/** Distance of everything from the edges, and what is left between them for a chart. */
export const edge = 60
export const chart = { width: size.width - 2 * edge, height: 214 } as const

/** The colours of `src/ui/tokens.css` by day: whoever shows a link says nothing of the reader's light. */
export const colour = {
  paper: '#f7f4ec',
  sunken: '#e9e3d3',
  ink: '#1a1611',
  soft: '#544f47',
  rule: '#8c877d',
  signal: '#fbcf0e',
  signalDeep: '#efbd00',
} as const

/** Faces of the display font, by the weight and width under which `makers/packs/fonts.ts` cuts them. */
export const face = {
  text: { fontWeight: 400, fontStretch: 'normal' },
  strong: { fontWeight: 700, fontStretch: 'normal' },
  narrow: { fontWeight: 400, fontStretch: 'semi-condensed' },
  head: { fontWeight: 700, fontStretch: 'condensed' },
} as const
