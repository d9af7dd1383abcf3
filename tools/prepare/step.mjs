import { spawn } from 'node:child_process'

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
