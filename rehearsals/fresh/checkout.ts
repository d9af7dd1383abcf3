import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { findProgram } from '#tools/prepare/find-program.ts'
import { FreshMachine } from './machine.ts'

/** Environment variables with which this machine reaches Debian and npm; npm's own settings are in files. */
const networkVariables =
  /^((https?|no|all)_proxy|npm_config_(registry|cafile)|node_extra_ca_certs|ssl_cert_(file|dir))$/i

/** The package sources that the installer writes, including updates since the latest point release. */
const sources = ['bookworm', 'bookworm-updates']
  .map((suite) => `deb http://deb.debian.org/debian ${suite} main`)
  .concat('deb http://deb.debian.org/debian-security bookworm-security main', '')

const output = (program: string, ...words: string[]) => execFileSync(program, words, { encoding: 'utf8' })

/** The result of a shell command, or of a server that was stopped after it had served its first page. */
export interface CommandResult {
  command: string
  seconds: number
  code: number | null
  said: string
}

/** A fresh machine that has npm, and on which `user` owns a clone of this repository. */
export class CheckoutMachine extends FreshMachine {
  readonly #user: string
  readonly outcomes: CommandResult[] = []

  constructor(user: string) {
    // The machine is on disk, because packages, a browser and two databases are too large for a file system in memory.
    super('.cache')
    this.#user = user
  }

  override async boot(): Promise<void> {
    await super.boot()
    const home = this.#user === 'root' ? '/root' : `/home/${this.#user}`
    if (this.#user !== 'root') this.run(`useradd --create-home --shell /bin/bash ${this.#user}`)
    const npm = dirname(dirname(realpathSync(findProgram('npm') ?? '')))
    this.#bring(npm, '/usr/lib/node_modules/npm')
    this.run('ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm')
    this.#bring(output('npm', 'config', 'get', 'globalconfig').trim(), '/usr/etc/npmrc')
    this.#bring(join(homedir(), '.npmrc'), join(home, '.npmrc'))
    for (const folder of ['/etc/ssl/certs', '/usr/share/ca-certificates', '/usr/local/share/ca-certificates']) {
      this.#bring(folder, folder)
    }
    writeFileSync(join(this.root, 'etc/apt/sources.list'), sources.join('\n'))
    const apt = output('apt-config', 'dump').match(/^Acquire::(https?|Check-)\S* .*$/gm) ?? []
    writeFileSync(join(this.root, 'etc/apt/apt.conf.d/90network'), `${apt.join('\n')}\n`)
    execFileSync('git', ['clone', '--quiet', resolve('.'), join(this.root, home, 'backline')])
    this.run(`chown -R ${this.#user}: ${home}`)
  }

  #bring(from: string, to: string): void {
    const place = join(this.root, to)
    mkdirSync(dirname(place), { recursive: true })
    if (existsSync(from)) cpSync(from, place, { recursive: true, verbatimSymlinks: true })
  }

  /** Runs a command in the clone as the user. When `until` returns true, interrupts the command as Ctrl-C does. */
  async type(line: string, until?: () => Promise<boolean>): Promise<CommandResult> {
    const since = performance.now()
    const network = Object.entries(process.env).filter(([name]) => networkVariables.test(name))
    const login = `runuser -u ${this.#user} -- bash -c`
    // Uses a process group, so that every process receives the signal, as in a terminal.
    const script = `cd ~${this.#user}/backline\nexport HOME=~${this.#user}\nexec setsid --wait ${login} 'cut -d" " -f5 /proc/self/stat >/tmp/group; exec ${line}'`
    const child = this.begin(script, Object.fromEntries(network) as Record<string, string>)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part))
    const ended = new Promise<number | null>((resolved) => child.once('close', resolved))
    const isOver = () => child.exitCode !== null || child.signalCode !== null
    let seconds = 0
    if (until) {
      while (!isOver() && !(await until())) await new Promise((next) => setTimeout(next, 100))
      seconds = (performance.now() - since) / 1000
      if (!isOver()) this.run('kill -INT -- -$(cat /tmp/group)')
    }
    const code = await ended
    const outcome = { command: line, seconds: seconds || (performance.now() - since) / 1000, code, said }
    this.outcomes.push(outcome)
    const last = said.trimEnd().split('\n').slice(-6).join('\n    ')
    console.log(`${this.#user}$ ${line}: ${outcome.seconds.toFixed(1)} s, exit code ${code}\n    ${last}`)
    return outcome
  }
}
