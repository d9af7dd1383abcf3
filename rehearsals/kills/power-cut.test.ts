import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { postgresIn } from '#server/lib/db/embedded/testing.ts'
import { startServer } from './writer-process.ts'

const mayMount = process.getuid?.() === 0 && spawnSync('losetup', ['--find']).status === 0
const imageBytes = 400 * 1024 * 1024

/**
 * Only flushed data is in the disk image; other writes are in memory and are lost. If `fsync` were off, rows would be
 * lost.
 */
it.skipIf(!mayMount)('[D2] loses no acknowledged row when the power fails while visitors book', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const folder = mkdtempSync(join(tmpdir(), 'power-cut-'))
    const at = (name: string) => join(folder, name)
    try {
      run('chmod', '755', folder)
      writeFileSync(at('image'), '')
      truncateSync(at('image'), imageBytes)
      run('mkfs.ext4', '-q', '-F', at('image'))
      mount(at('image'), at('disk'))
      const server = startServer(at('disk/data'), 'busy')
      const stored = () => server.written.match(/^stored .*(?=\n)/gm) ?? []
      await expect.poll(() => stored().length, { interval: 5 }).toBeGreaterThan(300 + turn * 50)
      const known = stored()
      const ended = server.end('SIGKILL')
      killPostgres(at('disk/data'))
      copyFileSync(at('image'), at('copy'))
      await ended

      mount(at('copy'), at('found'))
      const database = await openDatabase({ dataDir: at('found/data'), owner: 'test', log: () => {} })
      const { rows } = await database.transaction('service_role', {}, (tx) =>
        tx.query<{ id: string }>('select id from strategy_call_bookings'),
      )
      await database.close()
      const found = new Set(rows.map(({ id }) => `stored ${id}`))
      expect(known.filter((row) => !found.has(row))).toEqual([])
    } finally {
      for (const disk of ['disk', 'found']) spawnSync('umount', ['--lazy', at(disk)])
      rmSync(folder, { recursive: true, force: true })
    }
  }
})

/** Kills all PostgreSQL processes at once, so that none can shut down cleanly. */
function killPostgres(dataDir: string): void {
  const pid = String(postgresIn(dataDir))
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' }).stdout
  // Some processes may already have ended.
  spawnSync('kill', ['-KILL', pid, ...children.split(/\s+/).filter(Boolean)])
}

function mount(image: string, disk: string): void {
  mkdirSync(disk)
  run('mount', '-o', 'loop', image, disk)
  run('chmod', '755', disk)
}

function run(program: string, ...words: string[]): void {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
