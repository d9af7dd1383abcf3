import { mkdirSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const lock = '.cache/prepare.lock'

/**
 * The holder touches its lock each second; one that has been still this long was left by a process that
 * died. A process number alone would not do: in a restarted container it may belong to somebody else.
 */
const staleSeconds = 10

/**
 * Runs `work` under a lock of this checkout, because two parallel installs or builds would corrupt each other's
 * files.
 */
export async function alone(work) {
  mkdirSync('.cache', { recursive: true })
  for (let told = false; !take(); told = true) {
    if (!told) console.log('▸ Waiting for another process, which is preparing this folder')
    await sleep(200)
  }
  // If somebody removed the folder, the work goes on, and the next process does not wait for it.
  const heartbeat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), 1000)
  const leave = () => rmSync(lock, { force: true })
  const stop = (signal) => process.exit(signal === 'SIGINT' ? 130 : 143)
  process.once('exit', leave).once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', leave).off('SIGINT', stop).off('SIGTERM', stop)
    leave()
  }
}

function take() {
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const found = statSync(lock, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > staleSeconds * 1000) rmSync(lock, { force: true })
    return false
  }
}
