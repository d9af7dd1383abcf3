import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { withServer as test } from '#e2e/server.ts'
import { isProcessRunning, parentOf, Terminal } from './terminal.ts'

/** Ctrl-C, as a terminal sends it. */
const press = '\x03'

test.skip(process.platform !== 'linux', 'This test needs /proc and util-linux.')
test.setTimeout(120_000)

test('[G1] stops the database before `npm start` exits, regardless of how the command is stopped', async ({
  folder,
}) => {
  const dataDir = join(folder, 'started')
  const start = async () => {
    const terminal = new Terminal('npm start', dataDir)
    await terminal.says(/Backline is at http/)
    return { terminal, postgres: await terminal.postgres() }
  }

  await test.step('stops the database after Ctrl-C during `npm start`', async () => {
    const { terminal, postgres } = await start()
    terminal.type(press)
    expect(await terminal.ended()).toBe(0)
    expect(isProcessRunning(postgres)).toBe(false)
  })

  await test.step('stops the database when the terminal window closes', async () => {
    const { terminal, postgres } = await start()
    const server = parentOf(parentOf(postgres))
    terminal.close()
    while (isProcessRunning(server)) await sleep(5)
    expect(isProcessRunning(postgres)).toBe(false)
  })

  await test.step('stops the database after Ctrl-C during `npm run auth`', async () => {
    const terminal = new Terminal('npm run auth -- owner', dataDir)
    const postgres = await terminal.postgres()
    terminal.type(press)
    await terminal.ended()
    expect(isProcessRunning(postgres)).toBe(false)
  })
})

test('[G1] stops the database if `npm run demo` is interrupted while it adds sample data or serves the site', async ({
  folder,
}) => {
  const dataDir = join(folder, 'demo')
  const filling = new Terminal('npm run demo', dataDir)
  const first = await filling.postgres()
  filling.type(press)
  expect(await filling.ended()).not.toBe(0)
  expect(isProcessRunning(first)).toBe(false)

  const serving = new Terminal('npm run demo', dataDir)
  await serving.says(/The desk is at/)
  const second = await serving.postgres()
  serving.type(press)
  expect(await serving.ended()).toBe(0)
  expect(isProcessRunning(second)).toBe(false)
})
