import { fileURLToPath } from 'node:url'
import { builtHash, sourceHash, writeBuiltHash } from './prepare-build-stamp.mjs'
import { alone } from './prepare-lock.mjs'
import { missingPackage } from './prepare-packages.mjs'
import { step } from './prepare-step.mjs'

/**
 * What can be prepared. `reason` is cheap and says why work is due, or nothing; `work` does it.
 * Reasons are asked again inside the lock: whoever waited usually finds the work done.
 */
const jobs = {
  install: {
    reason: missingPackage,
    work: (reason) =>
      step(`Installing packages (${reason})`, npm('ci', '--include=dev', '--no-audit', '--no-fund')),
  },
  build: {
    reason: () =>
      builtHash() === sourceHash() ? undefined : builtHash() ? 'sources changed' : 'no finished build yet',
    work: buildSite,
  },
}

/** Runs the named jobs in order, each only when it is due, and never beside another process doing the same. */
export async function prepare(names) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  for (const name of names) {
    const job = jobs[name]
    if (!job) throw new Error(`There is no job '${name}'; there are ${Object.keys(jobs).join(', ')}.`)
    if (!job.reason()) continue
    await alone(async () => {
      const reason = job.reason()
      if (reason) await job.work(reason)
    })
  }
}

/** The hash is taken first and written last: a source saved during the build, or a build cut short, is built again. */
async function buildSite(reason) {
  const hash = sourceHash()
  writeBuiltHash(undefined)
  await step(`Building the site and the server (${reason})`, [
    process.execPath,
    'node_modules/vite/bin/vite.js',
    'build',
  ])
  writeBuiltHash(hash)
}

/** npm says where it is when it runs us; beside it any npm on the path will do. */
function npm(...args) {
  const cli = process.env.npm_execpath
  return /npm(-cli)?\.c?js$/.test(cli) ? [process.execPath, cli, ...args] : ['npm', ...args]
}
