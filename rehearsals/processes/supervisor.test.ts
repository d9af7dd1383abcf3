import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { sendIncompleteBooking } from '#rehearsals/unfinished-request.ts'
import { freePort } from '#tools/testing/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-supervised-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the program that `npm start` runs, on a fixed data folder and port. */
async function supervise(change: Record<string, string> = {}) {
  const port = await freePort()
  const supervisor = spawn(process.execPath, ['dist/server/supervisor.js'], {
    env: { PORT: `${port}`, DATA_DIR: join(folder, 'data'), READY_OFF_SECONDS: '0', ...change },
  })
  const exit = once(supervisor, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    supervisor.kill('SIGTERM')
    await exit
  })
  const written = { out: '', err: '' }
  supervisor.stdout.on('data', (chunk) => (written.out += chunk))
  supervisor.stderr.on('data', (chunk) => (written.err += chunk))
  /** Waits until the server has started this many times, and returns the process id. */
  const served = async (times: number) => {
    await expect.poll(() => written.out.split('Backline is at').length - 1).toBe(times)
    return Number(readFileSync(`/proc/${supervisor.pid}/task/${supervisor.pid}/children`, 'utf8'))
  }
  return { supervisor, exit, port, written, served }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('[G2] restarts a server that failed, and reports the failure', async () => {
  const { port, written, served } = await supervise()
  process.kill(await served(1), 'SIGKILL')
  await served(2)
  expect(written.err).toContain('Backline was ended by SIGKILL. It starts again in 1 s.\n')
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
})

it('[G2] does not restart a server that exits because of invalid settings', async () => {
  const { exit, written } = await supervise({ PORT: 'http' })
  expect(await exit).toBe(78)
  expect(written.err).toBe('PORT must be a whole number from 0 to 65535.\n')
})

it('[G1] forwards a signal to the server, and exits with the server’s exit code', async () => {
  const { supervisor, exit, served } = await supervise()
  await served(1)
  supervisor.kill('SIGTERM')
  expect(await exit).toBe(0)
})

it('[G1] stops the supervisor and the server at once after a second signal', async () => {
  const { supervisor, exit, port, written, served } = await supervise()
  const server = await served(1)
  const { socket } = await sendIncompleteBooking(port)
  supervisor.kill('SIGTERM')
  await expect.poll(() => written.err).toContain('"stopping"')
  // npm forwards Ctrl-C, so the server can receive the signal twice. After this time, a second signal counts as a new
  // one.
  await new Promise((over) => setTimeout(over, 1100))
  supervisor.kill('SIGTERM')
  expect(await exit).toBe(1)
  expect(isAlive(server)).toBe(false)
  expect(existsSync(join(folder, 'data/postgres/postmaster.pid'))).toBe(false)
  socket.destroy()
})

it('[G1] leaves no server running if the supervisor is killed', async () => {
  const { supervisor, served } = await supervise()
  const server = await served(1)
  supervisor.kill('SIGKILL')
  await expect.poll(() => isAlive(server)).toBe(false)
})
