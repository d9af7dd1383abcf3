import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { softwareName } from '#shared/lib/software.ts'
import { onePress, signals, wrongSetting } from './signals.ts'

/**
 * The program behind `npm start`: runs the server as a child process and restarts it after a failure. systemd and
 * containers restart a server themselves, so they run `dist/server/main.js` directly.
 */
const server = fileURLToPath(new URL('./main.js', import.meta.url))

const second = 1000
/**
 * The pause before a restart doubles with each failure, up to the longest pause. The pause is reset if the server has
 * run for at least the longest pause.
 */
const firstPause = second
const longestPause = 60 * second
/** If the server no longer responds, a second signal ends it after this many milliseconds. */
const patience = 2 * second

let child: ChildProcess | null = null
let pause = firstPause
let signalledAt: number | null = null

function start(): void {
  const startedAt = performance.now()
  // The server exits when this channel closes, so it never outlives its supervisor.
  child = spawn(process.execPath, [server, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code, signal) => {
    child = null
    if (code === 0 || code === wrongSetting || signalledAt !== null)
      process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    if (performance.now() - startedAt >= longestPause) pause = firstPause
    const ended = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
    process.stderr.write(`${softwareName} ${ended}. It starts again in ${pause / second} s.\n`)
    setTimeout(start, pause)
    pause = Math.min(2 * pause, longestPause)
  })
}

function pass(signal: NodeJS.Signals): void {
  if (child === null) process.exit(128 + constants.signals[signal])
  child.kill(signal)
  const now = performance.now()
  signalledAt ??= now
  if (now - signalledAt > onePress) setTimeout(() => child?.kill('SIGKILL'), patience)
}

// The program that reads our output may have exited before us.
process.stderr.on('error', () => {})
for (const signal of signals) process.on(signal, pass)
start()
