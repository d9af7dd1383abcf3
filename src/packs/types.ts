/** One file of a pack, as its cover and its readme name it. */
export interface PackFile {
  /** With its ending. */
  readonly name: string
  readonly title: string
  readonly kind: 'guide' | 'document' | 'workbook'
}
