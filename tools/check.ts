import { spawnSync } from 'node:child_process'
import { countOf, longestFiles, type Outcome, runLanes } from './check-run.ts'
import { gate, type Seconds, type Step } from './check-steps.ts'

/**
 * The gate: runs all steps and ends at the first that fails. `npm run check lint types` runs the named steps alone,
 * `npm run check unit src/server/features/webhooks` the tests of one room. With `--whole` the property tests run all
 * their cases, as in CI, and what more they need is installed first: npm tells a script before this one no options.
 */
const wholeFlag = '--whole'
const words = process.argv.slice(2).filter((word) => word !== wholeFlag)
if (process.argv.includes(wholeFlag)) process.env.WHOLE = '1'
const steps = gate.flat(2)
const isStep = (word: string) => steps.some(({ name }) => name === word)
const names = words.filter(isStep)
const files = words.filter((word) => !isStep(word))
const named = steps.filter(({ name }) => names.includes(name))
if (files.length > 0 && (named.length === 0 || named.some(({ forFiles }) => !forFiles))) {
  console.error(
    `There is no step '${files.join("', '")}'; there are ${steps.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

if (process.env.WHOLE === '1') {
  const prepared = spawnSync(process.execPath, ['--import', 'tsx', 'tools/prepare-tests.ts'], {
    stdio: 'inherit',
  })
  if (prepared.status !== 0) process.exit(1)
}

const isWanted = ({ name }: Step) => names.length === 0 || names.includes(name)
const withFiles = (step: Step): Step => ({
  ...step,
  commands:
    files.length > 0
      ? step.commands.map((command) => [...command, ...(step.forFiles ?? []), ...files])
      : step.commands,
})
const stages = gate.map((lanes) => lanes.map((lane) => lane.filter(isWanted).map(withFiles)))

const outcomes: Outcome[] = []
const started = Date.now()
for (const lanes of stages) {
  outcomes.push(...(await runLanes(lanes.filter((lane) => lane.length > 0))))
  const failed = outcomes.find(({ passed }) => !passed)
  if (!failed) continue
  console.log(
    `\nStopped: '${failed.step.name}' failed. To repeat it alone: npm run check ${failed.step.name}`,
  )
  process.exitCode = 1
  break
}

const told = (list: Seconds[]) =>
  list.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ')
const counts = outcomes.map(countOf)
const sum = (of: 'passed' | 'failed' | 'skipped') => counts.reduce((total, count) => total + count[of], 0)
const slowFirst = outcomes.toSorted((one, other) => other.seconds - one.seconds)
const longest = longestFiles(outcomes, 8)
console.log(`\nSteps: ${told(slowFirst.map(({ step: { name }, seconds }) => ({ name, seconds })))}`)
if (longest.length > 0) console.log(`Longest files: ${told(longest)}`)
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s in all, ${sum('skipped')} tests skipped`)
// The last line is read by machines; keep its form.
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
