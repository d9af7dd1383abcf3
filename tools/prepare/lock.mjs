import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const folder = '.cache'
const lock = `${folder}/prepare.lock`

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
  await acquire()
  const heartbeat = setInterval(touch, 1000)
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

async function acquire() {
  mkdirSync(folder, { recursive: true })
  for (let told = false; !take(); told = true) {
    if (!told) console.log(`▸ Waiting for process ${holder()}, which is preparing this folder`)
    await sleep(200)
  }
}

function take() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isStale()) rmSync(lock, { force: true })
    return false
  }
}

function isStale() {
  const found = statSync(lock, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > staleSeconds * 1000
}

function holder() {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return 'that has just ended'
  }
}

function touch() {
  const now = new Date()
  try {
    utimesSync(lock, now, now)
  } catch {
    // Somebody removed the folder. The work continues, and the next process will not wait for it.
  }
}
