/** First and last row of a sheet's table, for formulas that read it from elsewhere. */
export function tableRows(intro: readonly string[], count: number): { first: number; last: number } {
  const first = intro.length + 3
  return { first, last: first + count - 1 }
}
