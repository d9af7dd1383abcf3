import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('loads the development server’s pages module in Node without a build', () => {
  const load = "await import('./tools/dev/pages.ts'); console.log('loaded')"
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', load])
  expect(output.toString()).toBe('loaded\n')
})
