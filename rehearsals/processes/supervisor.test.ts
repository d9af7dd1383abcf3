import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { ChildProgram } from '#rehearsals/program.ts'
import { sendIncompleteBooking } from '#rehearsals/visitors.ts'
import { lives } from '#server/lib/db/embedded/testing.ts'
import { freePort } from '#tools/testing/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-supervised-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the program that `npm start` runs, on a fixed data folder and port. */
async function supervise(change: Record<string, string> = {}) {
  const port = await freePort()
  const supervisor = new ChildProgram(process.execPath, ['dist/server/supervisor.js'], {
    env: { PORT: `${port}`, DATA_DIR: join(folder, 'data'), READY_OFF_SECONDS: '0', ...change },
  })
  onTestFinished(() => supervisor.end())
  const { pid } = supervisor.child
  /** Waits until the server has started this many times, and returns the process id. */
  const served = async (times: number) => {
    await expect.poll(() => supervisor.written.split('Backline is at').length - 1).toBe(times)
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
  }
  return { supervisor, port, served }
}

it('[G2] restarts a server that failed, and reports the failure', async () => {
  const { supervisor, port, served } = await supervise()
  process.kill(await served(1), 'SIGKILL')
  await served(2)
  expect(supervisor.written).toContain('Backline was ended by SIGKILL. It starts again in 1 s.\n')
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
})

it('[G2] does not restart a server that exits because of invalid settings', async () => {
  const { supervisor } = await supervise({ PORT: 'http' })
  expect(await supervisor.exit).toBe(78)
  expect(supervisor.written).toBe('PORT must be a whole number from 0 to 65535.\n')
})

it('[G1] forwards a signal to the server, and exits with the server’s exit code', async () => {
  const { supervisor, served } = await supervise()
  await served(1)
  supervisor.child.kill('SIGTERM')
  expect(await supervisor.exit).toBe(0)
})

it('[G1] stops the supervisor and the server at once after a second signal', async () => {
  const { supervisor, port, served } = await supervise()
  const server = await served(1)
  const { socket } = await sendIncompleteBooking(port)
  supervisor.child.kill('SIGTERM')
  await expect.poll(() => supervisor.written).toContain('"stopping"')
  // npm forwards Ctrl-C, so the server can receive the signal twice. After this time, a second signal counts as a new
  // one.
  await new Promise((over) => setTimeout(over, 1100))
  supervisor.child.kill('SIGTERM')
  expect(await supervisor.exit).toBe(1)
  expect(lives(server)).toBe(false)
  expect(existsSync(join(folder, 'data/postgres/postmaster.pid'))).toBe(false)
  socket.destroy()
})

it('[G1] leaves no server running if the supervisor is killed', async () => {
  const { supervisor, served } = await supervise()
  const server = await served(1)
  supervisor.child.kill('SIGKILL')
  await expect.poll(() => lives(server)).toBe(false)
})
