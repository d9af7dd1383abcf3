import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChildProgram } from '#rehearsals/program.ts'
import { freePort } from '#tools/testing/free-port.ts'

/**
 * Starts a CalDAV server on this machine with one account, and returns functions that act as a calendar program does.
 */
export async function startRadicale(username: string, password: string) {
  const folder = mkdtempSync(join(tmpdir(), 'backline-radicale-'))
  const users = join(folder, 'users')
  writeFileSync(users, `${username}:${password}\n`)
  const port = await freePort()
  const options = {
    'server-hosts': `127.0.0.1:${port}`,
    'auth-type': 'htpasswd',
    'auth-htpasswd-filename': users,
    'auth-htpasswd-encryption': 'plain',
    'auth-delay': '0',
    'storage-filesystem-folder': join(folder, 'calendars'),
    'logging-level': 'warning',
  }
  const named = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const radicale = new ChildProgram('radicale', ['--config=', ...named])
  const url = `http://127.0.0.1:${port}/`
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }

  async function ask(method: string, path: string, body?: string, more: Record<string, string> = {}) {
    const request = { method, headers: { ...headers, ...more }, ...(body !== undefined && { body }) }
    const answer = await fetch(new URL(path, url), request)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }

  await radicale.until('respond', () => fetch(url, { redirect: 'manual' }))
  return {
    url,
    /** Creates a calendar for these component types, and returns its URL. */
    async makeCalendar(name: string, component = 'VEVENT'): Promise<string> {
      const set = `<c:supported-calendar-component-set><c:comp name="${component}"/></c:supported-calendar-component-set>`
      const body = `<?xml version="1.0"?><c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><set><prop><displayname>${name}</displayname>${set}</prop></set></c:mkcalendar>`
      await ask('MKCALENDAR', `/${username}/${name}/`, body)
      return new URL(`/${username}/${name}/`, url).href
    },
    /** Adds an event's file to a calendar. */
    put: (calendar: string, name: string, file: string) =>
      ask('PUT', `${calendar}${name}.ics`, file, { 'content-type': 'text/calendar' }),
    remove: (calendar: string, name: string) => ask('DELETE', `${calendar}${name}.ics`),
    async stop() {
      await radicale.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
