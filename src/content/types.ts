/** A number with the words that say what it counts. */
export interface Figure {
  value: string
  label: string
}
