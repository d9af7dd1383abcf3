import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from './test.ts'

const addressed = ({ to }: Email, address: string) => to?.some((each) => each.address === address)

/** The emails to an address, in any order. A server without a mail server writes emails to its folder. */
export async function lettersTo(folder: string, address: string): Promise<Email[]> {
  const mail = join(folder, 'data/mail')
  const files = await readdir(mail).catch(() => [])
  const letters = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .map(async (file) => PostalMime.parse(await readFile(join(mail, file)))),
  )
  return letters.filter((letter) => addressed(letter, address))
}

/** Waits until the address has received an email with this kind of link, and returns the link. */
export async function linkIn(folder: string, address: string, type: 'invite' | 'recovery'): Promise<string> {
  const find = async () => {
    const texts = (await lettersTo(folder, address.toLowerCase())).map(({ text }) => text ?? '')
    const links = texts.map((text) => /http\S+\/account\/confirm\S+/.exec(text)?.[0] ?? '')
    return links.find((link) => link.includes(`type=${type}`)) ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}
