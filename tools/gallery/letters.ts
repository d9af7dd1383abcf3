import { sampleNow } from '#desk/lib/samples.ts'
import { sampleData } from '#letters/samples.ts'
import { accountEmailSamples, callEmailSamples, mailProofSample } from '#letters/samples-testing.ts'
import { writeLetter } from '#letters/write-letter.ts'

/** Functions that write the sample emails, by name. */
const writers: ReadonlyMap<string, () => Promise<string>> = new Map([
  ...callEmailSamples(sampleNow).map(([name, data]) => [name, async () => (await writeLetter(data)).html] as const),
  ...accountEmailSamples(sampleNow).map(([name, { html }]) => [name, async () => html] as const),
  ['mail-proof', async () => mailProofSample().html] as const,
])

export const letterNames = (): string[] => [...writers.keys()]

/** Replaces the page's contents with the email. */
export async function showLetter(name: string): Promise<void> {
  const write = writers.get(name)
  if (!write) throw new Error(`unknown email '${name}'`)
  const letter = new DOMParser().parseFromString(await write(), 'text/html')
  // Loading a new document would take longer, and it would be hard to detect when loading ends.
  document.documentElement.lang = letter.documentElement.lang
  document.head.replaceChildren(...letter.head.childNodes)
  document.body.replaceWith(letter.body)
  document.documentElement.dir = letter.documentElement.dir
}

/** The desk shows this email for every request. */
export const confirmationLetterHtml = async (): Promise<string> =>
  (await writeLetter(sampleData('call-confirmed', sampleNow))).html
