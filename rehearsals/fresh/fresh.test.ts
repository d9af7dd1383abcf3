import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '#tools/testing/free-port.ts'
import { CheckoutMachine } from './checkout.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end()
})

/** Creates a machine where `npm start` uses a free port, because the machine shares our network. */
async function machineOf(user: string) {
  const port = await freePort()
  const machine = new CheckoutMachine(user)
  cleanups.push(() => machine.throwAway())
  await machine.boot()
  const isServed = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status === 200,
      () => false,
    )
  const starts = async () => {
    const { said } = await machine.type(`env PORT=${port} npm start`, isServed)
    expect(said).toContain(`http://127.0.0.1:${port}`)
    // Ctrl-C has stopped the server.
    expect(await isServed()).toBe(false)
  }
  return { machine, starts }
}

/** Runs the README's two commands on Debian 12 with only Node and npm. */
describe('a bare machine', { timeout: 3_600_000 }, () => {
  it('serves the site and passes the checks on two consecutive runs as root', async () => {
    const { machine, starts } = await machineOf('root')
    await starts()
    await starts()
    for (let round = 0; round < 2; round++) {
      const tested = await machine.type('npm test')
      expect([tested.code, tested.said]).toEqual([0, expect.stringMatching(/\d+ passed, 0 failed\n$/)])
    }
  })

  it('serves the site and passes the checks as an unprivileged user, and reports skipped tests on a single line', async () => {
    const { machine, starts } = await machineOf('ada')
    await starts()
    await starts()
    const { code, said } = await machine.type('npm test')
    expect([code, said]).toEqual([0, expect.stringMatching(/\d+ passed, 0 failed\n$/)])
    expect(said.match(/^.*e2e is skipped: no Chromium.*$/gm)).toHaveLength(1)
    // A missing browser is not reported as an error.
    expect(said.slice(0, said.indexOf('e2e is skipped'))).not.toMatch(/error/i)
  })
})
