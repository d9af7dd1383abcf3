import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { html } from ''

/** A page of letters: its markup, and what letters need of a policy, whose styles stand in the markup. */
interface MailPage {
  body: string
  policy: string
}

const listPolicy = "default-src 'none'; frame-src 'self'; frame-ancestors 'none'"
const letterPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** The letters that lie in the folder of those that no mail server took, the latest first: `/mail/`. */
export async function mailPage(folder: string, path: string): Promise<MailPage | null> {
  const [, , name, part] = path.split('/')
  const names = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .reverse()
  if (!name) return { body: await listOf(folder, names.slice(0, mostShown)), policy: listPolicy }
  if (!names.includes(name)) return null
  const letter = await PostalMime.parse(await readFile(join(folder, name)))
  if (part === 'html') return { body: letter.html ?? '', policy: letterPolicy }
  const addresses = (letter.to ?? []).map(({ address }) => address).join(', ')
  const { markup } = html`${head(letter.subject ?? name)}<p><a href="/mail/">All letters</a></p>
<h1>${letter.subject}</h1><p>To ${addresses}, ${letter.date}</p>
<iframe src="/mail/${name}/html" title="The letter" width="700" height="900"></iframe><pre>${letter.text}</pre>`
  return { body: markup, policy: listPolicy }
}

const mostShown = 100

const head = (title: string) => html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="color-scheme" content="light dark"><title>${title}</title>`

async function listOf(folder: string, names: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    names.map(async (name) => {
      const { subject, to = [], date } = await PostalMime.parse(await readFile(join(folder, name)))
      return html`<li><a href="/mail/${name}/">${subject}</a> to ${to[0]?.address}, ${date}</li>`
    }),
  )
  return html`${head('Letters')}<h1>Letters</h1><p>They lie in ${folder}.</p><ol>${lines}</ol>`.markup
}
