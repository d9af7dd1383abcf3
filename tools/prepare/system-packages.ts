import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { step } from './step.mjs'

/** Only root may install system packages, and a script cannot ask for a password. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && isDebian()

/** Ubuntu's `chromium` package only installs a snap, which does not start in a container. */
function isDebian(): boolean {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
}

/** Installs Debian packages without a question, and starts none of their services. */
export async function installPackages(title: string, packages: readonly string[]): Promise<void> {
  // A changed configuration file is kept, as its owner would choose.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  await step('Reading the list of system packages', ['apt-get', 'update', '-q'], { env })
  const install = () =>
    step(`Installing ${title}`, ['apt-get', 'install', '-qy', '--no-install-recommends', ...packages], {
      env,
    })
  await withoutServices(() => withoutMainCluster(install))
}

/**
 * Debian's PostgreSQL would make a database cluster and start it. Tests make their own and need only the programs, so
 * the package is told not to, and its own configuration is put back afterwards: a version that is installed later does what
 * Debian promises. A configuration that is there stays as it is.
 */
async function withoutMainCluster(install: () => Promise<void>): Promise<void> {
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

/** Debian asks this program whether a package may start its service; tests start their own servers. */
async function withoutServices(install: () => Promise<void>): Promise<void> {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await install()
  } finally {
    rmSync(policy)
  }
}
