import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundled } from '#tools/build/bundled-licences.ts'

type Component = { 'bom-ref': string }
interface Bill {
  serialNumber?: string
  metadata: { timestamp: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * Writes the CycloneDX list of what a release has: npm's list of all packages, without those that only develop. npm
 * gives each list a number and a time of its own, which would make two releases of one source differ.
 */
export function writeBill(stage: string, shipped: readonly Bundled[], seconds: number): void {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error']
  const said = execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const { serialNumber: _, ...bill } = JSON.parse(said) as Bill
  const names = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const components = bill.components.filter((each) => names.has(each['bom-ref']))
  const kept = new Set([bill.metadata.component, ...components].map((each) => each['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))
  const found = new Set(components.map((each) => each['bom-ref']))
  const missing = [...names].filter((name) => !found.has(name))
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}.`)
  const metadata = { ...bill.metadata, timestamp: new Date(seconds * 1000).toISOString() }
  writeFileSync(
    join(stage, 'sbom.cdx.json'),
    `${JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2)}\n`,
  )
}
