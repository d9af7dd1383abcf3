import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { auditSentence } from './audit-sentence.ts'
import { type Lock, type Manifest, unlocked } from './locked.ts'

/**
 * Lists what the product is made of: every package by version and checksum, as CycloneDX beside the build, with the
 * registry's advisories. A new advisory is not caused by the change under test, so it is reported and does not fail
 * the gate.
 */
const billFile = 'dist/sbom.cdx.json'

interface Bill {
  bomFormat?: string
  specVersion?: string
  components?: unknown[]
}

const npm = (...words: string[]) =>
  spawnSync('npm', words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
const readJson = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape

const lock = readJson<Lock>('package-lock.json')
const faults = unlocked(readJson<Manifest>('package.json'), lock)
for (const fault of faults) console.error(fault)

const { stdout, stderr } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')
const bill = (stdout.trim() ? JSON.parse(stdout) : {}) as Bill
const isWhole = bill.bomFormat === 'CycloneDX' && (bill.components?.length ?? 0) > 0
if (isWhole) {
  mkdirSync('dist', { recursive: true })
  writeFileSync(billFile, stdout)
  console.log(`${bill.components?.length} packages are listed in ${billFile} (CycloneDX ${bill.specVersion})`)
} else console.error(`npm sbom gave no list: ${stderr.trim()}`)

const audit = npm('audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000')
console.log(auditSentence(audit.stdout))

if (faults.length > 0 || !isWhole) process.exitCode = 1
