import { spawn } from 'node:child_process'

/** Minutes of silence look like a hang, so a long step prints its progress every few seconds. */
const reminderSeconds = 5

/** Runs one command under a title; its output is shown only when it fails. */
export async function step(title, [command, ...args], options = {}) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  console.log(`▸ ${title}`)
  const reminder = setInterval(
    () => console.log(`  … still at it, ${Math.round(seconds())} s`),
    reminderSeconds * 1000,
  )
  try {
    await run(command, args, options)
  } finally {
    clearInterval(reminder)
  }
  console.log(`  done in ${seconds()} s`)
}

/** A failure whose message is enough; no stack is printed for it. */
export function plainError(message) {
  return Object.assign(new Error(message), { isPlain: true })
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    // npm is a batch file on Windows, which only a shell can start.
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell, ...options })
    const stop = () => child.kill()
    process.once('exit', stop)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => reject(plainError(`Could not run '${command}': ${error.message}`)))
    child.on('close', (code, signal) => {
      process.off('exit', stop)
      if (code === 0) return resolve()
      const line = [command, ...args].join(' ')
      reject(plainError(`${output.trimEnd()}\n\nThis failed with ${signal ?? `exit code ${code}`}: ${line}`))
    })
  })
}
