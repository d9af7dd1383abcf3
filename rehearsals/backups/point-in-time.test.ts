import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { findProgram } from '#tools/prepare/find-program.ts'
import { fifteenAt, initAndStart, startServer, stopServer } from '#tools/testing/postgres-server.ts'

const program = findProgram('pgbackrest')

/** Runs the commands in docs/handbook/backup.md with a separate server and configuration. */
describe('point-in-time recovery with pgBackRest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-point-'))
  chmodSync(folder, 0o755)
  const place = fifteenAt(join(folder, 'fifteen'))
  const { uid, gid } = place.account ?? {}
  const config = join(folder, 'pgbackrest.conf')
  const stanza = `--config=${config} --stanza=backline`
  const settings = ['archive_mode=on', `archive_command='pgbackrest ${stanza} archive-push %p'`]
  afterAll(() => rmSync(folder, { recursive: true }))

  function pgbackrest(...words: string[]): void {
    const all = [...stanza.split(' '), ...words]
    const { status, stdout, stderr } = spawnSync(program ?? '', all, { uid, gid, cwd: '/', encoding: 'utf8' })
    if (status !== 0) throw new Error(`pgbackrest ${words.join(' ')}: ${stdout}${stderr}`)
  }

  it('restores deleted bookings as they were just before the deletion', async () => {
    for (const name of ['repository', 'log', 'lock']) {
      mkdirSync(join(folder, name))
      if (uid !== undefined && gid !== undefined) chownSync(join(folder, name), uid, gid)
    }
    writeFileSync(
      config,
      `[global]\nrepo1-path=${folder}/repository\nlog-path=${folder}/log\nlock-path=${folder}/lock\nstart-fast=y\n` +
        `[backline]\npg1-path=${place.data}\npg1-socket-path=${place.home}\n`,
    )
    const server = initAndStart(place, settings)
    pgbackrest('stanza-create')
    pgbackrest('check')
    pgbackrest('--type=full', 'backup')
    const { DATABASE_URL: databaseUrl, MIGRATION_URL: migrationUrl } = server.settings
    const open = () => openDatabase({ dataDir: '', databaseUrl, migrationUrl, owner: 'test', log: () => {} })
    const database = await open()
    for (let n = 0; n < 20; n++) {
      await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
    }
    await database.close()
    const ask = async (sql: string) => {
      const client = new pg.Client(server.address)
      await client.connect()
      const { rows } = await client.query<{ answer: string }>(sql)
      await client.end()
      return rows[0]?.answer
    }
    const sum = 'select sum(hashtextextended(b::text, 0))::text as answer from public.strategy_call_bookings b'
    // pgBackRest stores the end time of a backup in whole seconds, and requires a later target time.
    await sleep(1100)
    const before = await ask(sum)
    const moment = (await ask('select now()::text as answer')) ?? ''
    await ask('delete from public.strategy_call_bookings')
    expect(await ask(sum)).toBeNull()
    await ask('select pg_switch_wal()::text as answer')

    stopServer(place)
    pgbackrest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
    startServer(place, settings)
    await expect.poll(() => ask('select pg_is_in_recovery()::text as answer')).toBe('false')
    expect(await ask(sum)).toBe(before)
    await (await open()).close()
    server.stop()
  })
})
