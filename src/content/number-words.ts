const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty']

/** A count in words, up to twelve, and the tens up to sixty. */
export const countInWords = (count: number): string =>
  words[count] ?? (count % 10 === 0 ? tens[count / 10] : undefined) ?? String(count)

/** A count in words, for the beginning of a sentence. */
export const countAtStart = (count: number): string => {
  const word = countInWords(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
