import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { withServer as test } from '#e2e/server.ts'
import { lives, parentOf, pause, Terminal } from './terminal.ts'

/** Ctrl-C, as a terminal sends it. */
const press = '\x03'
const address = /Backline is at (http\S+)/

test.skip(process.platform !== 'linux', 'looks into /proc, and uses the terminals of util-linux')
test.setTimeout(120_000)

test('its database ends before `npm start`, however somebody ends that', async ({ folder }) => {
  const dataDir = join(folder, 'started')
  const start = async (kind?: 'group', command = 'npm start') => {
    const terminal = new Terminal(command, dataDir, kind)
    const url = await terminal.shows(address)
    return { terminal, url, postgres: await terminal.postgres() }
  }

  await test.step('by one press of Ctrl-C', async () => {
    const { terminal, postgres } = await start()
    terminal.type(press)
    expect(await terminal.ended()).toBe(0)
    expect(lives(postgres)).toBe(false)
  })

  await test.step('by a second one, while somebody is not finished', async () => {
    const { terminal, url, postgres } = await start()
    const visitor = connect(Number(new URL(url).port), '127.0.0.1')
    visitor.on('error', () => {})
    visitor.write(
      'POST /rest/v1/contact_messages HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
    )
    await once(visitor, 'data')
    terminal.type(press)
    await new Promise((over) => setTimeout(over, 1300))
    expect(lives(postgres)).toBe(true)
    terminal.type(press)
    expect(await terminal.ended()).not.toBe(0)
    expect(lives(postgres)).toBe(false)
  })

  await test.step('by closing the window', async () => {
    const { terminal, postgres } = await start()
    const server = parentOf(parentOf(postgres))
    terminal.close()
    while (lives(server)) await pause()
    expect(lives(postgres)).toBe(false)
  })

  await test.step('by a signal to the whole group', async () => {
    const { terminal, postgres } = await start('group')
    terminal.signal('SIGTERM')
    await terminal.ended()
    expect(lives(postgres)).toBe(false)
  })

  await test.step('by Ctrl-C in the middle of a command', async () => {
    const terminal = new Terminal('npm run auth -- owner', dataDir)
    const postgres = await terminal.postgres()
    terminal.type(press)
    await terminal.ended()
    expect(lives(postgres)).toBe(false)
  })
})

test('its database ends before `npm run demo`, in both of its phases', async ({ folder }) => {
  const dataDir = join(folder, 'demo')
  const filling = new Terminal('npm run demo', dataDir)
  const first = await filling.postgres()
  filling.type(press)
  expect(await filling.ended()).not.toBe(0)
  expect(lives(first)).toBe(false)

  const serving = new Terminal('npm run demo', dataDir)
  await serving.shows(/The desk is at/)
  const second = await serving.postgres()
  serving.type(press)
  expect(await serving.ended()).toBe(0)
  expect(lives(second)).toBe(false)
})
