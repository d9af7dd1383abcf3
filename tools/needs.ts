import { existsSync } from 'node:fs'
import {
  browserIsThere,
  findFirefox,
  findPostgres,
  findProgram,
  findWebKit,
  findWindowedChromium,
} from './find-program.ts'
import { installVersion, missingVersions } from './postgres-versions.ts'
import { alone } from './prepare-lock.mjs'
import { step } from './prepare-step.mjs'
import { installPackages, mayInstall } from './system-packages.ts'

/** What tests need besides npm's packages. */
interface Need {
  title: string
  isThere: () => boolean
  /** The Debian packages that bring it. */
  packages: readonly string[]
  /** Another way to get it, where no package may be installed. */
  otherwise?: () => Promise<void>
}

const program = (title: string, packages: readonly string[], names: readonly string[] = packages): Need => ({
  title,
  packages,
  isThere: () => names.every((name) => findProgram(name)),
})

const table = {
  // The headless shell is all of Chromium that most tests need, and takes two thirds of the time: it draws no window.
  chromium: {
    title: 'Chromium',
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    isThere: browserIsThere,
    otherwise: () =>
      // Never `--with-deps`: it upgrades half the system.
      step('Downloading Chromium', [
        process.execPath,
        'node_modules/@playwright/test/cli.js',
        'install',
        'chromium',
      ]).catch(() => console.log('  it could not be downloaded')),
  },
  'whole chromium': {
    title: 'Chromium with windows',
    packages: ['chromium'],
    isThere: () => findWindowedChromium() !== undefined,
  },
  firefox: { title: 'Firefox', packages: ['firefox-esr'], isThere: () => findFirefox() !== undefined },
  webkit: {
    title: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isThere: () => findWebKit() !== undefined,
  },
  postgresql: {
    title: 'PostgreSQL 15',
    packages: ['postgresql'],
    isThere: () => findPostgres() !== undefined,
  },
  'postgresql 16 and 17': {
    title: 'PostgreSQL 16 and 17',
    packages: [],
    isThere: () => missingVersions().length === 0,
    otherwise: async () => {
      for (const version of missingVersions()) await installVersion(version)
    },
  },
  pgbouncer: program('PgBouncer', ['pgbouncer']),
  pgbackrest: program('pgBackRest', ['pgbackrest']),
  patroni: {
    title: 'Patroni and etcd',
    packages: ['patroni', 'etcd-server', 'python3-psycopg2'],
    isThere: () => ['/usr/bin/patroni', '/usr/bin/etcd'].every((file) => existsSync(file)),
  },
  radicale: program('Radicale', ['radicale']),
  dateutil: {
    title: 'python-dateutil',
    packages: ['python3-dateutil'],
    isThere: () => existsSync('/usr/lib/python3/dist-packages/dateutil'),
  },
  caddy: program('Caddy and OpenSSL', ['caddy', 'openssl']),
  nginx: program('nginx', ['nginx']),
  haproxy: program('HAProxy', ['haproxy']),
  prometheus: program(
    'Prometheus with its Alertmanager',
    ['prometheus', 'prometheus-alertmanager'],
    ['prometheus', 'promtool', 'prometheus-alertmanager', 'amtool'],
  ),
  machines: program(
    'debootstrap and systemd-nspawn',
    ['debootstrap', 'systemd-container'],
    ['debootstrap', 'systemd-nspawn'],
  ),
  systemd: program('systemd-analyze', ['systemd'], ['systemd-analyze']),
} as const satisfies Record<string, Need>

export type NeedName = keyof typeof table

/** Installs what is missing of these, where it can be had; returns the titles of what is missing then. */
export async function provide(names: readonly NeedName[]): Promise<string[]> {
  const needs: Need[] = names.map((name) => table[name])
  const missing = () => needs.filter(({ isThere }) => !isThere())
  if (missing().length > 0)
    await alone(async () => {
      const packages = missing().flatMap((need) => need.packages)
      const title = missing()
        .map((need) => need.title)
        .join(', ')
      if (mayInstall() && packages.length > 0)
        await installPackages(`${title}, for the tests`, packages).catch(tell)
      for (const { otherwise } of missing()) await otherwise?.().catch(tell)
    })
  return missing().map(({ title }) => title)
}

/** What could not be installed is missing, and the caller says what follows. */
const tell = (error: Error) => console.error(error.message)
