import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, embeddedAddress, newServer, withServer } from './servers.ts'
import { say, verdict } from './statistics.ts'
import { acknowledgedIn, steadyVisitors, storedOf } from './visitors.ts'

const cuts = 5
const imageBytes = 400 * 1024 * 1024
const table = 'strategy_call_bookings'

/**
 * The power fails while people book, and the database is opened from what was on the disk at that moment: every
 * acknowledged row must be in it. The same with a database that does not flush proves that the test would see a loss.
 */
export async function printPowerCut(folder: string, isBrief: boolean): Promise<void> {
  if (process.getuid?.() !== 0 || spawnSync('losetup', ['--find']).status !== 0)
    return say('not tried here: it takes Linux, root and a loop device', 'power-cut')
  for (let turn = 0; turn < (isBrief ? 1 : cuts); turn++) {
    const { acknowledged, lost } = await cut(join(folder, `cut-${turn}`), true)
    say(
      `of ${acknowledged} bookings answered 201, ${lost} are lost (goal 0) ${verdict(lost === 0)}`,
      'power-cut',
    )
  }
  const { acknowledged, lost } = await cut(join(folder, 'unflushed'), false)
  say(`with fsync off ${lost} of ${acknowledged}, so a loss would be seen ${verdict(lost > 0)}`)
}

/** Flushed data is in the file of the disk; data that was only written waits in memory, and is lost with the power. */
async function cut(folder: string, isFlushed: boolean) {
  const at = (name: string) => join(folder, name)
  mkdirSync(folder, { mode: 0o755 })
  writeFileSync(at('image'), '')
  truncateSync(at('image'), imageBytes)
  must('mkfs.ext4', '-q', '-F', at('image'))
  mount(at('image'), at('disk'))
  const dataDir = at('disk/data')
  const server = newServer({ DATA_DIR: dataDir })
  try {
    await server.start()
    if (!isFlushed) {
      await ask(embeddedAddress(dataDir), 'alter system set fsync = off')
      await ask(embeddedAddress(dataDir), 'select pg_reload_conf()')
    }
    const visitors = steadyVisitors(server.url, [table], 8, 0)
    const enough = 300 + Math.random() * 300
    while (acknowledgedIn(visitors, table).length < enough) await sleep(5)
    const stopped = visitors.map((visitor) => visitor.stop())
    await server.kill()
    killPostgres(dataDir)
    copyFileSync(at('image'), at('copy'))
    await Promise.all(stopped)
    const ids = acknowledgedIn(visitors, table)
    return { acknowledged: ids.length, lost: ids.length - (await storedIn(at('copy'), at('found'), ids)) }
  } finally {
    await server.kill()
    for (const place of ['disk', 'found']) spawnSync('umount', ['--lazy', at(place)])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How many of these bookings are on a disk; none if its database does not open any more. */
async function storedIn(image: string, disk: string, ids: readonly string[]): Promise<number> {
  mount(image, disk)
  const dataDir = join(disk, 'data')
  const stored = withServer({ DATA_DIR: dataDir }, () => storedOf(embeddedAddress(dataDir), table, ids))
  return stored.catch(() => 0)
}

/** Kills all its processes at once: none of them may shut down cleanly. */
function killPostgres(dataDir: string): void {
  const pid = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' }).stdout
  // Some may have ended by themselves by then.
  spawnSync('kill', ['-KILL', pid, ...children.split(/\s+/).filter(Boolean)])
}

function mount(image: string, disk: string): void {
  mkdirSync(disk, { mode: 0o755 })
  must('mount', '-o', 'loop', image, disk)
}

function must(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
