import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ViewId, viewIds } from '#content/views.ts'

/** The pages that are no view. */
const plainNames = ['not-found', 'all-checklists', 'plain'] as const

/** A placeholder page with the values that the server filled in. */
export interface StandIn {
  page: ViewId | (typeof plainNames)[number] | 'desk'
  fill: (html: string) => string
}

const mark = '<!--stand-in-->'

/** The values that the server fills into pages; see src/server/features/pages/service.ts. */
const tokens = [
  '__PUBLIC_URL__',
  '__PUBLISHABLE_KEY__',
  '__SUPABASE_URL__',
  '__PASSKEY_ORIGIN__',
  '__IDLE_HOURS__',
  '__SIGN_IN_SERVICES__',
  '__PASSWORD_RULE__',
  '<!--supabase-url-->',
  '<!--title-->',
  '<!--body-->',
] as const

/** Separates two values; no page contains it. */
const between = '\u001e'

/** Reads the values out of a served placeholder; null for any other page. */
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
 * Writes a site for the server in which each page is a placeholder that is rendered on request. So the server's
 * decisions about a page (which one, status, headers, values) apply in development as well.
 */
export async function writeStandIns(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await cp('public', folder, { recursive: true })
  const write = (page: StandIn['page']) =>
    writeFile(join(folder, `${page}.html`), [mark, page, ...tokens].join(between))
  const pages: Record<string, object> = {}
  for (const page of [...viewIds, ...plainNames]) {
    await write(page)
    pages[page] = { file: `${page}.html`, csp: { style: [], script: [] } }
  }
  await write('desk')
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ release: '0000000000', pages }))
}
