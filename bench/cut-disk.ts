import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const imageMegabytes = 400

/** Why such a disk cannot be made here; null where it can. */
export function whyNoDisk(): string | null {
  if (process.platform !== 'linux') return 'loop devices are Linux’s'
  if (process.getuid?.() !== 0) return 'only root may mount'
  const probe = spawnSync('losetup', ['--find'], { encoding: 'utf8' })
  return probe.status === 0 ? null : `there is no loop device (${probe.stderr.trim()})`
}

/**
 * A file system inside one file. Flushed data is in that file; data that was only written waits in memory, and is
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
    /** The mount point. */
    disk: at('disk'),
    /** Kills PostgreSQL and copies the disk at that moment. Returns the path of the copy. */
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

/** Kills all its processes at once: none of them may shut down cleanly. */
function killPostgres(data: string): void {
  const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
  for (const victim of [pid, ...children.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(victim, 'SIGKILL')
    } catch {
      // The process has already ended.
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
