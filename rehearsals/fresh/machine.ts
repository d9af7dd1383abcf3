import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the folder of a fresh Debian system, which is installed only once. */
function freshSystem(): string {
  const folder = '.cache/debian-bookworm'
  if (existsSync(join(folder, 'etc/os-release'))) return folder
  mkdirSync('.cache', { recursive: true })
  const draft = mkdtempSync('.cache/debian-')
  // This folder becomes the machine's root folder, which every user must be able to enter.
  chmodSync(draft, 0o755)
  const words = ['--variant=minbase', '--include=systemd,systemd-sysv,dbus', 'bookworm', draft]
  execFileSync('debootstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('mv', [draft, folder])
  return folder
}

/**
 * A fresh machine with only Debian, Node and its own systemd. It shares only the network with its host. The fresh
 * machine's files are below `parent`, and `throwAway` removes them.
 */
export class FreshMachine {
  readonly root: string
  #nspawn: ChildProcess | undefined
  #leader = ''

  constructor(parent = tmpdir()) {
    if (process.getuid?.() !== 0) throw new Error('Only root can start a machine. Run this test as root.')
    this.root = resolve(mkdtempSync(join(parent, 'backline-machine-')))
  }

  async boot(): Promise<void> {
    execFileSync('cp', ['-a', `${freshSystem()}/.`, this.root])
    cpSync(process.execPath, join(this.root, 'usr/bin/node'))
    // Debian's installer writes this file, but debootstrap does not.
    writeFileSync(join(this.root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost ip6-localhost\n')
    const words = ['-D', this.root, '--boot', '--register=no', '--keep-unit', '--link-journal=no']
    this.#nspawn = spawn('systemd-nspawn', words, { stdio: 'ignore' })
    const { pid } = this.#nspawn
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
      this.#leader = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
      const state = this.#try('systemctl is-system-running')
      if (state === 'running' || state === 'degraded') return
    }
    await this.throwAway()
    throw new Error('The machine did not start within a minute.')
  }

  /** Returns the command that runs a script as root in root's home folder, as an operator would. */
  #command(script: string, settings: Record<string, string>) {
    const words = ['--all', '--target', this.#leader, 'bash', '-euo', 'pipefail', '-c', `cd /root\n${script}`]
    const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    return {
      words,
      env: { PATH, HOME: '/root', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'] as StdioOptions,
    }
  }

  /** Runs a script to completion, and returns the output. */
  run(script: string, timeout?: number): string {
    const { words, ...options } = this.#command(script, {})
    return execFileSync('nsenter', words, { ...options, encoding: 'utf8', timeout })
  }

  /** Starts a script that runs for minutes. */
  begin(script: string, settings: Record<string, string>): ChildProcess {
    const { words, ...options } = this.#command(script, settings)
    return spawn('nsenter', words, options)
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
    // If the machine does not power off, killing the first process ends all others.
    if (this.#isRunning() && this.#leader) process.kill(Number(this.#leader), 'SIGKILL')
    for (const end = Date.now() + 10_000; this.#isRunning(); await sleep(100)) {
      if (Date.now() > end) this.#nspawn?.kill('SIGKILL')
    }
    rmSync(this.root, { recursive: true, force: true })
  }
}
