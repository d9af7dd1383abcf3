import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A long step prints its progress, because minutes of silence look like a hang. */
const reminderSeconds = 5

/** Runs a command under a title. Its output is shown only if it fails, in the message of the error. */
export async function step(title, [command, ...args], options = {}) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  console.log(`▸ ${title}`)
  const remind = () => console.log(`  … still running, ${Math.round(seconds())} s`)
  const reminder = setInterval(remind, reminderSeconds * 1000)
  // On Windows npm is a batch file, which only a shell can start.
  const shell = process.platform === 'win32' && command === 'npm'
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell, ...options })
  const stop = () => child.kill()
  process.once('exit', stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const fault = await new Promise((end) => {
    child.on('error', (error) => end(error.message))
    child.on('close', (code, signal) => end(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
  process.off('exit', stop)
  clearInterval(reminder)
  if (fault !== undefined) {
    const line = [command, ...args].join(' ')
    const message = `${output.trimEnd()}\n\nThe command failed with ${fault}: ${line}`
    throw Object.assign(new Error(message), { isPlain: true })
  }
  console.log(`  done in ${seconds()} s`)
}

const lock = '.cache/prepare.lock'

/**
 * The owner touches its lock every second; a lock untouched for this long was left by a process that died. A process id
 * is not enough: in a restarted container it may belong to another process.
 */
const staleSeconds = 10

/** Runs `work` under a lock of this checkout, because parallel installs or builds would corrupt each other's files. */
export async function alone(work) {
  mkdirSync('.cache', { recursive: true })
  for (let told = false; !take(); told = true) {
    if (!told) console.log('▸ Waiting for another process that is preparing this folder')
    await sleep(200)
  }
  // If the folder is removed, the work continues, and the next process does not wait for it.
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
