import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compileProgram } from '#server/lib/shared-test-resources.ts'

const life = pathToFileURL(await compileProgram(new URL('./life.ts', import.meta.url))).href

/** Runs code in a process that serves until a signal stops it. Returns the exit code, the output and the log. */
async function end(code: string) {
  const script = `
    const life = (await import(${JSON.stringify(life)})).openProcessLife()
    life.serve(async (isAnnounced) => console.log(isAnnounced ? 'announced' : 'not announced'), 0)
    setInterval(() => {}, 1000)
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: {} })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const messages = err
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
  return { code: child.exitCode, out, messages }
}

describe('a serving process', () => {
  it.each([
    ['an uncaught exception', "setImmediate(() => { throw new Error('planted') })"],
    ['an unhandled rejection', "void Promise.reject(new Error('planted'))"],
  ])('[G2] logs %s, stops without announcing its shutdown, and exits with an error', async (_, code) => {
    expect(await end(code)).toEqual({
      code: 1,
      out: 'not announced\n',
      messages: ['uncaught exception', 'stopping'],
    })
  })

  it('[G1] announces its shutdown after a signal, shuts down, and exits with 0', async () => {
    const press = "process.kill(process.pid, 'SIGINT'); process.kill(process.pid, 'SIGTERM')"
    expect(await end(press)).toEqual({ code: 0, out: 'announced\n', messages: ['stopping'] })
  })
})
