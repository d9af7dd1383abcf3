import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium, findPostgres } from './find-program.ts'
import { alone } from './prepare-lock.mjs'
import { step } from './prepare-step.mjs'

/** Everything beside packages that the tests use. A second run finds it all and takes a moment. */
try {
  await alone(async () => {
    await prepareBrowser()
    await preparePostgres()
  })
} catch (error) {
  // What a step wrote is the whole story; a stack of this file would hide it.
  console.error((error as Error).message)
  process.exitCode = 1
}

/** Never `--with-deps`: it upgrades half the system. */
async function prepareBrowser() {
  if (findChromium() || existsSync(chromium.executablePath())) return
  if (canInstall() && isDebian()) return aptInstall('Chromium, for the tests in a browser', 'chromium')
  const installer = [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'] as const
  await step('Downloading Chromium, for the tests in a browser', installer)
}

async function preparePostgres() {
  if (findPostgres()) return
  if (!canInstall() || !isDebianLike()) {
    console.log('▸ No PostgreSQL 15 or newer is installed here: the tests of DATABASE_URL will be skipped')
    return
  }
  await withoutMainCluster(() => aptInstall('PostgreSQL, for the tests of DATABASE_URL', 'postgresql'))
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

async function aptInstall(title: string, name: string) {
  // No questions: a changed configuration file is kept, as its owner would answer.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  await step('Reading the list of system packages', ['apt-get', 'update', '-q'], { env })
  await step(`Installing ${title}`, ['apt-get', 'install', '-qy', '--no-install-recommends', name], { env })
}

/** Only root may install system packages, and nobody is asked for a password here. */
function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Ubuntu's `chromium` is a door to a snap, which does not start in a container. */
function isDebian(): boolean {
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function isDebianLike(): boolean {
  return existsSync('/etc/debian_version')
}
