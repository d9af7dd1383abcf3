import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('runs the development server from modules that Node can load without a build', () => {
  const load = "await import('./tools/dev/pages.ts'); console.log('loaded')"
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', load])
  expect(output.toString()).toBe('loaded\n')
})
