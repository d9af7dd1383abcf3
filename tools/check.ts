import { type Count, countOf, runStep } from './check-run.ts'
import { gate } from './check-steps.ts'

/**
 * The gate: every step in order, ending at the first that fails.
 * `node --import tsx tools/check.ts lint types` runs the named steps alone; `--whole` has the tests try all they can,
 * as CI does.
 */
const wholeFlag = '--whole'
const words = process.argv.slice(2)
const names = words.filter((word) => word !== wholeFlag)
if (words.includes(wholeFlag)) process.env.WHOLE = '1'
const unknown = names.filter((name) => !gate.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no step '${unknown.join("', '")}'; there are ${gate.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const started = Date.now()
for (const step of gate.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const passed = await runStep(step)
  const count = countOf(step, passed)
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  if (!passed) {
    console.log(`\nStopped: '${step.name}' failed. To repeat it alone: npm run check ${step.name}`)
    process.exitCode = 1
    break
  }
}

console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s in all, ${total.skipped} tests skipped`)
// The last line is read by machines; keep its form.
console.log(`${total.passed} passed, ${total.failed} failed`)
