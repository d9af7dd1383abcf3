/**
 * Prepares a fresh clone: `node tools/prepare.mjs install build`. Runs before packages are installed and on any
 * version of Node, so this file uses no packages and no syntax newer than Node 12. Other modules do the work; they load
 * after the version check.
 */
var wanted = [20, 19]
var found = process.versions.node.split('.').map(Number)

if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
  console.error(
    'This project needs Node ' +
      wanted.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '. Install a current version from https://nodejs.org and try again.',
  )
  process.exit(1)
}

import('./prepare/run.mjs')
  .then(function (run) {
    return run.prepare(process.argv.slice(2))
  })
  .catch(function (error) {
    console.error(error && error.isPlain ? error.message : error)
    process.exit(1)
  })
