import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { booking, bookingFields } from '../src/content/booking.ts'
import type { FormField } from '../src/content/form-field.ts'
import { home } from '../src/content/home.ts'
import { navigation } from '../src/content/navigation.ts'
import { callLabels, callSteps } from '../src/content/strategy-call.ts'

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const opener = `<button type="button" command="show-modal" commandfor="booking">${callLabels.short}</button>`

/** Converts content to HTML with headings, paragraphs and lists. */
function write(content: unknown, level = 2): string {
  if (typeof content === 'string') return `<p>${safe(content)}</p>\n`
  if (Array.isArray(content))
    return `<ul>${content.map((item) => `<li>${write(item, level + 1)}</li>`).join('')}</ul>\n`
  if (typeof content !== 'object' || content === null) return ''
  const { title, target, label, ...rest } = content as Record<string, unknown>
  const heading = title ? `<h${level}>${safe(String(title))}</h${level}>` : ''
  const words = label ? safe(String(label)) : ''
  const link = target ? `<a href="/?view=${target}">${words || target}</a>` : words
  return (
    heading +
    link +
    Object.values(rest)
      .map((part) => write(part, level))
      .join('')
  )
}

function field(spec: FormField): string {
  const name = `name="${spec.name}"${spec.required ? ' required' : ''}`
  if (spec.type === 'textarea') return `<label>${spec.label} <textarea ${name}></textarea></label>`
  if (spec.type !== 'select') return `<label>${spec.label} <input type="${spec.type}" ${name}></label>`
  const options = spec.options.map(({ value, label }) => `<option value="${value}">${safe(label)}</option>`)
  return `<label>${spec.label} <select ${name}>${options.join('')}</select></label>`
}

function markup(style: string): string {
  const { hero, ...sections } = home
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Backline</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><b>Backline</b> ${write(navigation.top)} ${opener}</header>
<main><section>${write(hero, 1)}${opener}</section>
${Object.values(sections)
  .map((section) => `<section>${write(section)}${opener}</section>`)
  .join('\n')}</main>
<footer>${write(navigation.footer)}</footer>
<dialog id="booking" aria-label="${booking.title}">${write(callSteps)}
<form method="post" action="/forms/booking">${bookingFields.map(field).join('\n')}<button>${booking.submit}</button></form>
</dialog>
</body>
</html>
`
}

/**
 * Serves the baseline: a handwritten page with the home view's text. The page has no script and uses nothing from our
 * build; its dialog opens with an invoker command.
 */
export async function withBarePage(work: (url: string) => Promise<void>): Promise<void> {
  const html = brotliCompressSync(markup(await readFile(new URL('bare.css', import.meta.url), 'utf8')))
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(html)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await work(`http://127.0.0.1:${port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
