import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ViewId, viewIds } from '#content/views.ts'

/** What a page is called that is no view. */
export type PlainName = 'not-found' | 'all-checklists' | 'plain'
const plainNames: Record<PlainName, true> = { 'not-found': true, 'all-checklists': true, plain: true }

/** A page that a stand-in stands for, with what the server put into it. */
export interface StandIn {
  page: ViewId | PlainName | 'desk'
  fill: (html: string) => string
}

const mark = '<!--stand-in-->'

/** What the server puts into pages: src/server/features/pages/service.ts. */
const tokens = [
  '__PUBLIC_URL__',
  '__PUBLISHABLE_KEY__',
  '__SUPABASE_URL__',
  '__PASSKEY_ORIGIN__',
  '__IDLE_HOURS__',
  '__PASSWORD_RULE__',
  '<!--form-proof-->',
  '<!--title-->',
  '<!--body-->',
] as const

/** Between two values; no page has it. */
const between = '\u001e'

const standInFor = (page: StandIn['page']) => [mark, page, ...tokens].join(between)

/** Reads what the server made of a stand-in; null for any other page. */
export function readStandIn(html: string): StandIn | null {
  const [first, page, ...values] = html.split(between)
  if (first !== mark) return null
  return {
    page: page as StandIn['page'],
    fill: (text) =>
      tokens.reduce((filled, token, index) => filled.replaceAll(token, () => values[index] ?? ''), text),
  }
}

/**
 * Writes a site for the server in which each page stands for one that is made when it is asked for. So whatever the
 * server decides of a page, it decides here as well: which one, with which status, headers and values.
 */
export async function writeStandIns(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp('public', folder, { recursive: true })
  const pages: Record<string, object> = {}
  for (const page of [...viewIds, ...(Object.keys(plainNames) as PlainName[])]) {
    await writeFile(join(folder, `${page}.html`), standInFor(page))
    pages[page] = { file: `${page}.html`, csp: { style: [], script: [] } }
  }
  await writeFile(join(folder, 'desk.html'), standInFor('desk'))
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ release: '0000000000', pages }))
}
