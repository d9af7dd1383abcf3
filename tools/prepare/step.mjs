import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Prints the progress of a long step, because a program that prints nothing for minutes seems to hang. */
const reminderSeconds = 5

/**
 * Runs a command and prints a title for it. If the command fails, the error contains its output; otherwise, the output
 * is hidden.
 */
export async function step(title, [command, ...args], options = {}) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  console.log(`▸ ${title}`)
  const remind = () => console.log(`  … still running, ${Math.round(seconds())} s`)
  const reminder = setInterval(remind, reminderSeconds * 1000)
  // On Windows, npm is a batch file, which only a shell can start.
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
 * The owner touches its lock every second. If a lock is older than this, the process that owned it has died. A process
 * id would not suffice: in a restarted container, another process can have the same id.
 */
const staleSeconds = 10

/** Runs `work` under a lock for this checkout: parallel installs or builds would corrupt each other's files. */
export async function alone(work) {
  mkdirSync('.cache', { recursive: true })
  for (let told = false; !take(); told = true) {
    if (!told) console.log('▸ Waiting for another process that is preparing this folder')
    await sleep(200)
  }
  // If the lock's folder is removed, the work continues, but the next process does not wait for it.
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
