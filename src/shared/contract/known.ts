import * as v from 'valibot'

/**
 * Stands in place of a word that is not in its list. The database may be of a later release than the program that reads
 * it: another server has just been renewed, or a page of the desk has been open since before. Such a row is shown with
 * what is known of it, and never hides the others.
 */
export const unknownWord = 'unknown'
export type Known<Word extends string> = Word | typeof unknownWord

/** A word of the list, or `unknown`; `tell` hears of the one that was not. */
export function knownWord<Word extends string>(
  list: readonly Word[],
  word: string,
  tell?: (word: string) => void,
): Known<Word> {
  const found = list.find((one) => one === word)
  if (found === undefined) tell?.(word)
  return found ?? unknownWord
}

/** The same as the schema of a reply. */
export const known = <Word extends string>(list: readonly Word[]) =>
  v.pipe(
    v.string(),
    v.transform((word) =>
      knownWord(list, word, (strange) => console.warn('unknown to this release:', strange)),
    ),
  )
