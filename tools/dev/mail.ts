import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { escaped } from '#site/app/document.ts'

const listPolicy = "default-src 'none'; frame-src 'self'; frame-ancestors 'none'"
const letterPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

const mostShown = 100

/**
 * Serves `/mail/`, where a developer reads the latest emails; without a mail server, the emails are files in this
 * folder.
 */
export async function mailPage(folder: string, path: string) {
  const [, , name, part] = path.split('/')
  const files = await readdir(folder).catch(() => [])
  const names = files.filter((file) => file.endsWith('.eml')).sort()
  const read = async (file: string) => PostalMime.parse(await readFile(join(folder, file)))
  if (!name) {
    const lines = names
      .slice(-mostShown)
      .reverse()
      .map(async (file) => {
        const letter = await read(file)
        return `<li><a href="/mail/${file}/">${escaped(letter.subject ?? file)}</a> to ${toOf(letter)}, ${letter.date}</li>`
      })
    const list = `<p>Folder: ${escaped(folder)}</p><ol>${(await Promise.all(lines)).join('')}</ol>`
    return { body: page('Emails', list), policy: listPolicy }
  }
  if (!names.includes(name)) return null
  const letter = await read(name)
  if (part === 'html') return { body: letter.html ?? '', policy: letterPolicy }
  const content = `<p><a href="/mail/">All emails</a></p><p>To ${toOf(letter)}, ${letter.date}</p>
<iframe src="/mail/${name}/html" title="Email" width="700" height="900"></iframe>
<pre>${escaped(letter.text ?? '')}</pre>`
  return { body: page(letter.subject ?? name, content), policy: listPolicy }
}

const page = (title: string, content: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${content}`

const toOf = ({ to = [] }: Email) => escaped(to.map(({ address }) => address).join(', '))
