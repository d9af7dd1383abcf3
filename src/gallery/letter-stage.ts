import { sampleNow } from '#desk/lib/samples.ts'
import { sampleSheet } from '#letters/sample-sheet.ts'
import { sampleData } from '#letters/samples.ts'
import { writeLetter } from '#letters/write-letter.ts'

/** Letters of the auth service are written by the server's program; their pictures are in docs/letters. */
export const letterNames = (): string[] => sampleSheet(sampleNow).map(([name]) => name)

/** The page becomes the letter, as a mail program draws it. */
export async function showLetter(name: string): Promise<void> {
  const [, data] = sampleSheet(sampleNow).find(([one]) => one === name) ?? []
  if (!data) throw new Error(`There is no letter '${name}'`)
  const letter = new DOMParser().parseFromString((await writeLetter(data)).html, 'text/html')
  // Loading a new document would take time, and its end would be hard to detect.
  document.documentElement.lang = letter.documentElement.lang
  document.head.replaceChildren(...letter.head.childNodes)
  document.body.replaceWith(letter.body)
  document.documentElement.dir = letter.documentElement.dir
}

/** The letter that the desk is shown when it asks for one. */
export const confirmedLetter = async (): Promise<string> =>
  (await writeLetter(sampleData('call-confirmed', sampleNow))).html
