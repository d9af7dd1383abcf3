/**
 * The colours of `src/ui/tokens.css` by day, as the file formats want them: six digits without a mark. Paper is
 * white, because people print these.
 */
export const palette = {
  ink: '1a1611',
  inkSoft: '544f47',
  rule: 'd9d5cb',
  ruleStrong: '8c877d',
  sunken: 'f7f4ec',
  signal: 'fbcf0e',
  /** The background of cells and words that the reader replaces: the signal colour, light enough to read text on. */
  input: 'fef3c4',
} as const

/** Written into every file instead of the moment of the build, so that the same words make the same bytes. */
export const printedOn = new Date('2026-11-20T09:00:00Z')
