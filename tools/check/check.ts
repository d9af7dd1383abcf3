import { type Outcome, runLanes } from './lanes.ts'
import { readReport, type Seconds } from './reports.ts'
import { gate, type Step } from './steps.ts'

/**
 * The gate: runs all steps and ends at the first that fails. `npm run check lint types` runs the named steps alone,
 * `npm run check unit src/server/features/webhooks` the tests of one room.
 */
const words = process.argv.slice(2)
const steps = gate.flat(2)
const isStep = (word: string) => steps.some(({ name }) => name === word)
const names = words.filter(isStep)
const files = words.filter((word) => !isStep(word))
const named = steps.filter(({ name }) => names.includes(name))
if (files.length > 0 && (named.length === 0 || named.some(({ takesFiles }) => !takesFiles))) {
  console.error(
    `There is no step '${files.join("', '")}'; there are ${steps.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const isWanted = ({ name, missing }: Step) => {
  if (names.length > 0 && !names.includes(name)) return false
  const reason = missing?.()
  if (reason) console.log(`▸ ${name} is skipped: ${reason}`)
  return !reason
}
const withFiles = (step: Step): Step => ({
  ...step,
  commands: step.commands.map((command) => [...command, ...files]),
})
const stages = gate.map((lanes) => lanes.map((lane) => lane.filter(isWanted).map(withFiles)))

const outcomes: Outcome[] = []
const started = Date.now()
for (const lanes of stages) {
  outcomes.push(...(await runLanes(lanes.filter((lane) => lane.length > 0))))
  if (outcomes.some(({ passed }) => !passed)) break
}
tell()

/** Seconds first, then what failed with the command that repeats it, then the counts. */
function tell(): void {
  const reports = outcomes.map(({ step, passed }) => ({
    step,
    passed,
    told: step.report && readReport(...step.report),
  }))
  const slowFirst = (list: Seconds[]) =>
    list
      .toSorted((one, other) => other.seconds - one.seconds)
      .map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`)
  const files = reports.flatMap(({ told }) => told?.seconds ?? [])
  console.log(
    `\nSteps: ${slowFirst(outcomes.map(({ step: { name }, seconds }) => ({ name, seconds }))).join(', ')}`,
  )
  if (files.length > 1) console.log(`Longest files: ${slowFirst(files).slice(0, 8).join(', ')}`)

  let failed = 0
  for (const { step, passed, told } of reports) {
    if (passed) continue
    const failures = told?.failures ?? []
    failed += Math.max(1, failures.length)
    for (const { file, title, says } of failures)
      console.log(`\n✗ ${file}: ${title}\n  ${says}\n  again: npm run check ${step.name} ${file}`)
    if (failures.length === 0)
      console.log(`\n✗ ${step.name}: see its output above\n  again: npm run check ${step.name}`)
  }
  const sum = (of: 'passed' | 'skipped') => reports.reduce((total, { told }) => total + (told?.[of] ?? 0), 0)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`\n${seconds} s in all, ${sum('skipped')} tests skipped`)
  // The last line is read by machines; keep its form.
  console.log(`${sum('passed')} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}
