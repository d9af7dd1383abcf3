import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Minutes of silence look like a hang, so a long step prints its progress every few seconds. */
const reminderSeconds = 5

/** Runs one command under a title; its output is shown only when it fails, in an error whose message is enough. */
export async function step(title, [command, ...args], options = {}) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  console.log(`▸ ${title}`)
  const remind = () => console.log(`  … still at it, ${Math.round(seconds())} s`)
  const reminder = setInterval(remind, reminderSeconds * 1000)
  // npm is a batch file on Windows, which only a shell can start.
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
    const message = `${output.trimEnd()}\n\nThis failed with ${fault}: ${line}`
    throw Object.assign(new Error(message), { isPlain: true })
  }
  console.log(`  done in ${seconds()} s`)
}

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
