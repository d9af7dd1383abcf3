import * as v from 'valibot'

/**
 * Replaces a word that is not in its list: the database may be of a later release than this program, if another server
 * was just updated, or a page of the desk was opened before. The row is shown without that word, and hides no others.
 */
export const unknownWord = 'unknown'
export type Known<Word extends string> = Word | typeof unknownWord

/** A word of the list, or `unknown`; `tell` gets the unknown word. */
export function knownWord<Word extends string>(
  list: readonly Word[],
  word: string,
  tell?: (word: string) => void,
): Known<Word> {
  const found = list.find((one) => one === word)
  if (found === undefined) tell?.(word)
  return found ?? unknownWord
}

export const known = <Word extends string>(list: readonly Word[]) =>
  v.pipe(
    v.string(),
    v.transform((word) =>
      knownWord(list, word, (strange) => console.warn('unknown to this release:', strange)),
    ),
  )
