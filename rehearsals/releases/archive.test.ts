import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '#server/lib/db/rows-testing.ts'
import { releaseVersion } from '#tools/release/manifest.ts'

const name = `backline-${releaseVersion()}`
const archive = `dist/release/${name}.tar.gz`
const sum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

describe('the release archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-archive-'))
  const home = join(folder, name)
  const data = join(folder, 'data')
  // Somebody who owns nothing but the data, with nothing but Node on the path: no npm, no registry, no compiler.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const env = { PATH: join(folder, 'path'), DATA_DIR: data, PORT: '0' }
  const program = join(home, 'bin/backline')
  const sums: string[] = []

  beforeAll(async () => {
    for (let round = 0; round < 2; round++) {
      execFileSync('npm', ['run', 'release'], { stdio: 'pipe' })
      sums.push(sum(archive))
    }
    chmodSync(folder, 0o755)
    for (const made of [data, env.PATH]) mkdirSync(made)
    if (account.uid) chownSync(data, account.uid, account.gid)
    symlinkSync(process.execPath, join(env.PATH, 'node'))
    await extract({ file: archive, cwd: folder })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has the same bytes each time, and the sums beside it and inside are right', () => {
    expect(sums[1]).toBe(sums[0])
    expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sums[0]}  ${name}.tar.gz\n`)
    const said = execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: home })
    expect(said.toString()).toBe('')
  })

  it('names every package that it has, with a licence', () => {
    const { components } = JSON.parse(readFileSync(join(home, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[]
    }
    const listed = components.map((each) => `${each.name} ${each.version}`)
    const licences = readFileSync(join(home, 'LICENCES.txt'), 'utf8')
    for (const each of listed) expect(licences).toContain(`${each}\nLicence: `)
    const installed = readdirSync(join(home, 'node_modules')).filter((each) => !/^[.@]/.test(each))
    const names = components.map((each) => each.name)
    expect(names).toEqual(expect.arrayContaining([...installed, 'react', '@tanstack/react-router']))
    expect(names.filter((each) => /^(vite|vitest|typescript)$/.test(each))).toEqual([])
  })

  it('starts offline for somebody without rights, stores a booking and invites', async () => {
    const server = spawn(program, ['start'], { env, ...account, cwd: data })
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (said += part))
    await expect.poll(() => said).toMatch(/Backline is at http\S+\n[\s\S]*account\/owner/)
    const url = /Backline is at (\S+)/.exec(said)?.[1] ?? ''
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const headers = { apikey: 'sb_publishable_backline', 'content-type': 'application/json' }
    const body = JSON.stringify(booking())
    const stored = await fetch(`${url}/rest/v1/strategy_call_bookings`, { method: 'POST', headers, body })
    expect(stored.status).toBe(201)
    const words = ['auth', 'invite', 'anna@example.com', 'owner']
    const invited = execFileSync(program, words, { env, ...account, cwd: data, encoding: 'utf8' })
    expect(invited).toMatch(/^Invited as owner[\s\S]*http/)
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it('refuses a command that it does not know', () => {
    const run = () => execFileSync(program, ['bakcup'], { env, ...account, stdio: 'pipe' })
    expect(run).toThrow("There is no 'bakcup'.")
  })
})
