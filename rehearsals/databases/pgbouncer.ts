import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ChildProgram } from '#rehearsals/program.ts'
import { idsOf } from '#tools/testing/postgres-server.ts'

/** Debian's path to the program. */
const program = '/usr/sbin/pgbouncer'

/**
 * Starts a pooler for the PostgreSQL server whose socket is in `server`. Returns the folder with the pooler's socket.
 */
export async function startPgbouncer(folder: string, server: string, poolMode: 'session' | 'transaction') {
  const home = join(folder, poolMode)
  mkdirSync(home)
  const users = join(home, 'users')
  writeFileSync(users, ['postgres', 'authenticator'].map((name) => `"${name}" ""\n`).join(''))
  const config = join(home, 'pgbouncer.ini')
  const settings = {
    pool_mode: poolMode,
    listen_port: 5432,
    unix_socket_dir: home,
    auth_type: 'trust',
    auth_file: users,
    logfile: join(home, 'log'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(config, ['[databases]', `* = host=${server}`, '[pgbouncer]', ...lines, ''].join('\n'))
  const account = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  if (account) chownSync(home, account.uid, account.gid)
  const pooler = new ChildProgram(program, ['-q', config], { ...account })
  await pooler.until('open its socket', () => existsSync(join(home, '.s.PGSQL.5432')))
  return { folder: home, stop: () => pooler.end() }
}
