const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A count in words, up to twelve. */
export const countInWords = (count: number): string => words[count] ?? String(count)

/** A count in words, for the beginning of a sentence. */
export const countAtStart = (count: number): string => {
  const word = countInWords(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
