import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const imageMegabytes = 400

/** Why no disk can be made here to cut; null where one can. */
export function whyNoDisk(): string | null {
  if (process.platform !== 'linux') return 'loop devices are Linux’s'
  if (process.getuid?.() !== 0) return 'only root may mount'
  const probe = spawnSync('losetup', ['--find'], { encoding: 'utf8' })
  return probe.status === 0 ? null : `there is no loop device (${probe.stderr.trim()})`
}

/**
 * A file system inside one file. What was flushed is in that file; what programs only wrote still waits in memory, and is
 * lost with the power.
 */
export function newDisk(folder: string) {
  mkdirSync(folder, { mode: 0o755 })
  const at = (name: string) => join(folder, name)
  writeFileSync(at('image'), '')
  truncateSync(at('image'), imageMegabytes * 1024 * 1024)
  must('mkfs.ext4', '-q', '-F', at('image'))
  mountImage(at('image'), at('disk'))
  return {
    /** Where it can be written to. */
    disk: at('disk'),
    /** Kills PostgreSQL and takes what is on the disk at that moment. Gives where that is found when power is back. */
    cut(postgresData: string): string {
      killPostgres(postgresData)
      copyFileSync(at('image'), at('copy'))
      mountImage(at('copy'), at('found'))
      return at('found')
    },
    remove() {
      for (const name of ['disk', 'found']) spawnSync('umount', ['--lazy', at(name)])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** All of its processes at once: none of them may tidy up. */
function killPostgres(data: string): void {
  const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
  for (const victim of [pid, ...children.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(victim, 'SIGKILL')
    } catch {
      // Gone meanwhile.
    }
  }
}

function mountImage(image: string, disk: string): void {
  mkdirSync(disk, { recursive: true, mode: 0o755 })
  must('mount', '-o', 'loop', image, disk)
}

function must(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
