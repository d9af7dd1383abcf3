import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
}

/** What is not pinned: dependencies without an exact version, and packages without a checksum. */
export function unlocked({ dependencies, devDependencies }: Manifest, { packages }: Lock): string[] {
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json wants ${name} as ${version}: name one version`)
  const unchecked = Object.entries(packages)
    .filter(([path, { integrity, resolved }]) => {
      // A package without `resolved` comes from the registry that npm is configured for: .npmrc leaves the address
      // out.
      const isSafe = integrity?.startsWith('sha512-') && (resolved?.startsWith('https://') ?? true)
      return path !== '' && !isSafe
    })
    .map(([path]) => `package-lock.json has ${path} without a checksum, or not from a registry`)
  return [...loose, ...unchecked]
}

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const

interface Audit {
  metadata?: { vulnerabilities?: Partial<Record<(typeof severities)[number], number>> }
  message?: string
  error?: { summary?: string; detail?: string; code?: string }
}

/**
 * Turns the output of `npm audit --json` into a sentence. Only a registry answer with all counts in it can say that
 * there are no advisories; any other output is reported as a registry that could not be reached.
 */
export function auditSentence(written: string): string {
  const audit = parsed(written)
  const counts = audit.metadata?.vulnerabilities
  if (!counts || severities.some((severity) => typeof counts[severity] !== 'number')) {
    const reason = audit.error?.summary || audit.error?.code || audit.message || 'it wrote no answer'
    return `npm audit could not ask (${reason.trim()}): whether anything is known against these packages was NOT looked up`
  }
  const found = severities
    .filter((severity) => counts[severity])
    .map((severity) => `${counts[severity]} ${severity}`)
  return found.length > 0
    ? `npm audit: the registry knows of ${found.join(', ')}; "npm audit" says what and where`
    : 'npm audit: asked, and the registry knows of nothing against these packages'
}

function parsed(written: string): Audit {
  try {
    return (JSON.parse(written) ?? {}) as Audit
  } catch {
    return {}
  }
}

const npm = (...words: string[]) =>
  spawnSync('npm', words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
const readJson = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = readJson<Lock>('package-lock.json')
  const faults = unlocked(readJson<Manifest>('package.json'), lock)
  for (const fault of faults) console.error(fault)

  const { stdout, stderr } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')
  const bill = (stdout.trim() ? JSON.parse(stdout) : {}) as Bill
  const isWhole = bill.bomFormat === 'CycloneDX' && (bill.components?.length ?? 0) > 0
  if (isWhole) {
    mkdirSync('dist', { recursive: true })
    writeFileSync(billFile, stdout)
    console.log(
      `${bill.components?.length} packages are listed in ${billFile} (CycloneDX ${bill.specVersion})`,
    )
  } else console.error(`npm sbom gave no list: ${stderr.trim()}`)

  const audit = npm('audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000')
  console.log(auditSentence(audit.stdout))

  if (faults.length > 0 || !isWhole) process.exitCode = 1
}
