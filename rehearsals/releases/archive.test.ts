import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releaseVersion } from '#tools/release/manifest.ts'

const name = `backline-${releaseVersion()}`
const archive = `dist/release/${name}.tar.gz`
const sum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** `handbook.test.ts` installs and starts the archive. */
describe('the release archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-archive-'))
  const home = join(folder, name)
  const sums: string[] = []

  beforeAll(async () => {
    for (let round = 0; round < 2; round++) {
      execFileSync('npm', ['run', 'release'], { stdio: 'pipe' })
      sums.push(sum(archive))
    }
    await extract({ file: archive, cwd: folder })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has the same bytes in each build, and correct checksums both next to and inside the archive', () => {
    expect(sums[1]).toBe(sums[0])
    expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sums[0]}  ${name}.tar.gz\n`)
    const said = execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: home })
    expect(said.toString()).toBe('')
  })

  it('[G4] lists every bundled package with its license', () => {
    const { components } = JSON.parse(readFileSync(join(home, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[]
    }
    const listed = components.map((each) => `${each.name} ${each.version}`)
    const licences = readFileSync(join(home, 'LICENCES.txt'), 'utf8')
    for (const each of listed) expect(licences).toContain(`${each}\nLicense: `)
    const installed = readdirSync(join(home, 'node_modules')).filter((each) => !/^[.@]/.test(each))
    const names = components.map((each) => each.name)
    expect(names).toEqual(expect.arrayContaining([...installed, 'react', '@tanstack/react-router']))
    expect(names.filter((each) => /^(vite|vitest|typescript)$/.test(each))).toEqual([])
  })
})
