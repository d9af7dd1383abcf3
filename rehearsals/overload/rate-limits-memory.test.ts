import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { compileProgram } from '#server/lib/shared-test-resources.ts'

const limits = await compileProgram(
  new URL(import.meta.resolve('#server/lib/rate-limit/limits.ts')),
  new URL(import.meta.resolve('#server/app/rate-limits.ts')),
)

/** Checks a million clients against the server's rate limits in one window, and prints the memory in megabytes. */
const script = `
  const { openLimits } = await import(${JSON.stringify(pathToFileURL(limits).href)})
  const { rateLimits } = await import(${JSON.stringify(new URL('rate-limits.js', pathToFileURL(limits)).href)})
  let now = Date.UTC(2026, 10, 20, 12)
  const limits = openLimits(rateLimits, () => now)
  const groups = Object.keys(rateLimits)
  const named = groups.filter((name) => rateLimits[name].account)
  const flood = async (requests, clients) => {
    for (let n = 0; n < requests; n++) {
      const i = n % clients
      const ip = i % 2 ? \`10.\${i >> 16 & 255}.\${i >> 8 & 255}.\${i & 255}\` : \`2001:db8:\${(i >> 8).toString(16)}:\${(i & 255).toString(16)}::1\`
      // Every third client is an account, not an IP address.
      if (i % 3) await limits.arrive(groups[i % groups.length], { ip }).catch(() => {})
      else await limits.consumeFor(named[i % named.length], \`visitor.\${i}@partner.example\`).catch(() => {})
      // Forces garbage collection, because engines collect at different times.
      if (n % 50_000 === 0) {
        gc()
        highest = Math.max(highest, process.memoryUsage().heapUsed)
      }
    }
  }
  // Other threads return freed memory to the system after some time.
  const collect = async () => {
    for (let turn = 0; turn < 5; turn++) {
      gc()
      await new Promise((over) => setTimeout(over, 100))
    }
  }
  let highest = 0
  // Sends many requests from few clients first, to exclude the memory that requests themselves need.
  await flood(500_000, 1000)
  await collect()
  const before = process.memoryUsage()
  await flood(1_000_000, 1_000_000)
  await collect()
  const full = process.memoryUsage()
  now += 86_400_000
  // Rate limits expire automatically, even if there are no requests.
  await new Promise((over) => setTimeout(over, 1100))
  await collect()
  const after = process.memoryUsage()
  await limits.close()
  // Resident memory does not count here, because Node 24 keeps some freed memory, but Node 20 returns it.
  const held = ({ heapUsed, external }) => heapUsed + external
  const megabytes = (bytes) => Math.round(bytes / 1e6)
  console.log(JSON.stringify({
    highest: megabytes(highest - before.heapUsed),
    grown: megabytes(held(full) - held(before)),
    kept: megabytes(full.heapUsed - before.heapUsed),
    after: megabytes(after.heapUsed - before.heapUsed),
    left: megabytes(held(after) - held(before)),
    resident: megabytes(full.rss - before.rss),
    residentAfter: megabytes(after.rss - before.rss),
  }))
`

it('[R4] uses less than 50 MB for the rate limits of a million clients, and then frees the memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', script])
  const { highest, grown, kept, after, left, resident, residentAfter } = JSON.parse(stdout) as Record<string, number>
  // Memory use stays below the limit at all times.
  expect(highest).toBeLessThan(40)
  expect(grown).toBeLessThan(50)
  // Entries were stored, but they use no more memory than the limit allows.
  expect(kept).toBeGreaterThan(5)
  expect(kept).toBeLessThan(40)
  expect(after).toBeLessThan(2)
  expect(left).toBeLessThan(5)
  // If the engine returns freed memory, the test also checks resident memory, because a leak may be outside both heaps.
  if (Number(process.versions.node.split('.')[0]) < 22) {
    expect(resident).toBeLessThan(100)
    expect(residentAfter).toBeLessThan(50)
  }
})
