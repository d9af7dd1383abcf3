import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './find-program.ts'

const programs = ['debootstrap', 'systemd-nspawn']

/** Why no such machine can be made here. */
export function machinesAreMissing(): string | null {
  if (process.getuid?.() !== 0) return 'only root can start a machine'
  const absent = programs.filter((name) => !findProgram(name))
  return absent.length > 0
    ? `${absent.join(' and ')} is missing (Debian: apt-get install debootstrap systemd-container)`
    : null
}

/** Debian as its installer leaves it, made once by debootstrap (as root; `apt-get install debootstrap systemd-container`). */
function freshSystem(): string {
  const folder = '.cache/debian-bookworm'
  if (existsSync(join(folder, 'etc/os-release'))) return folder
  mkdirSync('.cache', { recursive: true })
  const draft = mkdtempSync('.cache/debian-')
  // It becomes the root of the machine, which its users must be able to enter.
  chmodSync(draft, 0o755)
  const words = ['--variant=minbase', '--include=systemd,systemd-sysv,dbus', 'bookworm', draft]
  execFileSync('debootstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('mv', [draft, folder])
  return folder
}

/**
 * A machine on which nothing but Debian and Node is installed, with a systemd of its own; it shares this one's network and
 * nothing else. `throwAway` leaves nothing of it.
 */
export class FreshMachine {
  readonly root = mkdtempSync(join(tmpdir(), 'backline-machine-'))
  #nspawn: ChildProcess | undefined
  #leader = ''

  async boot(): Promise<void> {
    execFileSync('cp', ['-a', `${freshSystem()}/.`, this.root])
    cpSync(process.execPath, join(this.root, 'usr/bin/node'))
    const words = ['-D', this.root, '--boot', '--register=no', '--keep-unit', '--link-journal=no']
    this.#nspawn = spawn('systemd-nspawn', words, { stdio: 'ignore' })
    const { pid } = this.#nspawn
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
      this.#leader = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
      const state = this.#try('systemctl is-system-running')
      if (state === 'running' || state === 'degraded') return
    }
    await this.throwAway()
    throw new Error('The machine did not start.')
  }

  /** Runs a script as root in its home, as an operator types it. */
  run(script: string, timeout?: number): string {
    const words = ['--all', '--target', this.#leader, 'bash', '-euo', 'pipefail', '-c', `cd /root\n${script}`]
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
    return execFileSync('nsenter', words, {
      encoding: 'utf8',
      env,
      timeout,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  #try(script: string): string {
    try {
      return this.run(`${script} || true`, 10_000).trim()
    } catch {
      return ''
    }
  }

  #isRunning(): boolean {
    const { exitCode, signalCode } = this.#nspawn ?? {}
    return exitCode === null && signalCode === null
  }

  async throwAway(): Promise<void> {
    this.#try('systemctl poweroff')
    for (const end = Date.now() + 20_000; this.#isRunning() && Date.now() < end; ) await sleep(100)
    // A machine that does not power off ends with its first process, which takes all others with it.
    if (this.#isRunning() && this.#leader) process.kill(Number(this.#leader), 'SIGKILL')
    for (const end = Date.now() + 10_000; this.#isRunning(); await sleep(100)) {
      if (Date.now() > end) this.#nspawn?.kill('SIGKILL')
    }
    rmSync(this.root, { recursive: true, force: true })
  }
}
