import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { chromium } from '@playwright/test'
import {
  findChromium,
  findFirefox,
  findHeadlessShell,
  findPostgres,
  findProgram,
  findWebKit,
  findWindowedChromium,
} from './find-program.ts'
import { machinesAreMissing } from './fresh-machine.ts'
import { patroniIsMissing } from './patroni.ts'
import { pgbouncerIsThere } from './pgbouncer.ts'
import { installVersion, missingVersions } from './postgres-versions.ts'
import { alone } from './prepare-lock.mjs'
import { step } from './prepare-step.mjs'
import { radicaleIsThere } from './radicale.ts'
import { whole } from './whole.ts'

const postgres = 'postgresql'

/** What a kind of test needs besides packages. */
interface Need {
  title: string
  isThere: boolean
  /** Whether a slower alternative is installed: then a failed download is no reason to stop. */
  hasStandIn?: boolean
  /** The system packages that provide it, where we may install them. */
  packages: string[]
  mayInstall: boolean
  /** What else the developer can do if it is missing. */
  otherwise: () => Promise<void> | void
}

/** A second run finds everything installed and takes a moment. */
try {
  await alone(async () => {
    const missing = needs().filter(({ isThere }) => !isThere)
    const wanted = missing.filter(({ mayInstall }) => mayInstall)
    const install = () => aptInstall(wanted)
    try {
      if (wanted.some(({ packages }) => packages.includes(postgres))) await withoutMainCluster(install)
      else if (wanted.length > 0) await install()
    } catch (error) {
      if (!wanted.every(({ hasStandIn }) => hasStandIn)) throw error
      console.log('▸ Going on with the Chromium that is here')
    }
    for (const { mayInstall, otherwise } of missing) if (!mayInstall) await otherwise()
  })
} catch (error) {
  // The output of the failed step is enough; a stack of this file would hide it.
  console.error((error as Error).message)
  process.exitCode = 1
}

function needs(): Need[] {
  const skipped = (what: string, tests: string) => () =>
    console.log(`▸ No ${what} is installed here: ${tests} will be skipped`)
  return [
    {
      // The headless shell is all of Chromium that tests need, and takes two thirds of the time: it draws no window.
      title: 'the headless shell of Chromium',
      isThere:
        Boolean(process.env.CHROMIUM_PATH ?? findHeadlessShell()) || existsSync(chromium.executablePath()),
      hasStandIn: Boolean(findChromium()),
      packages: ['chromium-headless-shell'],
      mayInstall: canInstall() && isDebian(),
      // Whatever Chromium is here does the same; where there is none, one is downloaded below.
      otherwise: () => {},
    },
    {
      title: 'Chromium',
      isThere:
        Boolean(process.env.CHROMIUM_PATH ?? findWindowedChromium()) || existsSync(chromium.executablePath()),
      packages: ['chromium'],
      mayInstall: canInstall() && isDebian(),
      otherwise: downloadChromium,
    },
    {
      title: 'Firefox',
      isThere: Boolean(findFirefox()),
      packages: ['firefox-esr'],
      mayInstall: canInstall() && isDebian(),
      otherwise: skipped('Firefox', 'the journeys in it'),
    },
    {
      title: 'WebKitGTK',
      isThere: Boolean(findWebKit()),
      packages: ['webkit2gtk-driver', 'xvfb'],
      mayInstall: canInstall() && isDebian(),
      otherwise: skipped('WebKitGTK with its driver and Xvfb', 'the journeys in it'),
    },
    {
      title: 'PostgreSQL',
      isThere: Boolean(findPostgres()),
      packages: [postgres],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('PostgreSQL 15 or newer', 'the tests of DATABASE_URL'),
    },
    {
      title: 'PgBouncer',
      isThere: pgbouncerIsThere(),
      packages: ['pgbouncer'],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('PgBouncer', 'the tests behind a pooler'),
    },
    {
      title: 'Radicale',
      isThere: radicaleIsThere(),
      packages: ['radicale'],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('Radicale', 'the tests with a CalDAV server'),
    },
    {
      title: 'Caddy and OpenSSL',
      isThere: !whole || ['caddy', 'openssl'].every((name) => findProgram(name)),
      packages: ['caddy', 'openssl'],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('Caddy or OpenSSL', 'the tests of the fronts of a release'),
    },
    {
      title: 'debootstrap and systemd-nspawn',
      isThere: !whole || machinesAreMissing() === null,
      packages: ['debootstrap', 'systemd-container'],
      mayInstall: canInstall() && isDebian(),
      otherwise: skipped('debootstrap or systemd-nspawn', 'the test on a fresh machine'),
    },
    {
      title: 'systemd-analyze',
      isThere: Boolean(findProgram('systemd-analyze')),
      packages: ['systemd'],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('systemd-analyze', 'the tests of the systemd unit'),
    },
    {
      title: 'Prometheus',
      isThere: !whole || Boolean(findProgram('promtool')),
      packages: ['prometheus'],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('Prometheus', 'the tests of alerts and of a scrape'),
    },
    {
      title: 'the PostgreSQL versions between the oldest and ours',
      isThere: !whole || missingVersions().length === 0,
      packages: [],
      mayInstall: false,
      otherwise: async () => {
        for (const version of missingVersions()) await installVersion(version)
      },
    },
    ...(['haproxy', 'nginx'] as const).map((name) => ({
      title: name,
      isThere: !whole || findProgram(name) !== undefined,
      packages: [name],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped(name, 'the release behind it'),
    })),
    {
      title: 'pgBackRest',
      isThere: !whole || findProgram('pgbackrest') !== undefined,
      packages: ['pgbackrest'],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('pgBackRest', 'the recovery to a point in time'),
    },
    {
      title: 'Patroni and etcd',
      isThere: !whole || patroniIsMissing() === null,
      packages: ['patroni', 'etcd-server', 'python3-psycopg2'],
      mayInstall: canInstall() && isDebianLike(),
      otherwise: skipped('Patroni with etcd and PostgreSQL 15', 'the failover'),
    },
  ]
}

/** Never `--with-deps`: it upgrades half the system. */
async function downloadChromium() {
  const installer = [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'] as const
  await step('Downloading Chromium, for the tests in a browser', installer)
}

/**
 * Debian's package would make a database cluster and start it. The tests make their own and need only the
 * programs, so the package is told not to, and its own configuration is put back afterwards: whoever
 * installs another version later gets what Debian promises. A configuration that is there stays as it is.
 */
async function withoutMainCluster(install: () => Promise<void>) {
  const file = '/etc/postgresql-common/createcluster.conf'
  if (existsSync(file)) return install()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
  try {
    await install()
  } finally {
    const original = '/usr/share/postgresql-common/createcluster.conf'
    if (existsSync(original)) copyFileSync(original, file)
    else rmSync(file)
  }
}

/**
 * Debian asks this program whether a package may start its service. The answer is no, because tests start their own
 * servers.
 */
async function withoutServices(install: () => Promise<void>) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await install()
  } finally {
    rmSync(policy)
  }
}

async function aptInstall(needed: Need[]) {
  // Install without questions: a changed configuration file is kept, as its owner would choose.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  const packages = needed.flatMap((need) => need.packages)
  const title = `Installing ${needed.map((need) => need.title).join(', ')}, for the tests`
  await step('Reading the list of system packages', ['apt-get', 'update', '-q'], { env })
  await withoutServices(() =>
    step(title, ['apt-get', 'install', '-qy', '--no-install-recommends', ...packages], { env }),
  )
}

/** Only root may install system packages, and the script cannot ask for a password. */
function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Ubuntu's `chromium` package only installs a snap, which does not start in a container. */
function isDebian(): boolean {
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function isDebianLike(): boolean {
  return existsSync('/etc/debian_version')
}
