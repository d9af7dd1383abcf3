import { setTimeout as sleep } from 'node:timers/promises'
import { type ReadyAnswer, type ReadyCheck, readyChecks, readyStateOf } from '#shared/contract/ready.ts'
import { checks } from './checks.ts'
import { readFacts } from './queries.ts'
import type { Look, ReadyContext, ReadyFacts, Visit } from './types.ts'

export type { ReadyContext, ReadySettings } from './types.ts'

/** After so many milliseconds a check is given up; all of them run at once. */
const usualPatience = 6000

/** Runs checks, each by itself: one that breaks or takes too long says so, and hides no other. */
export async function runChecks(
  context: ReadyContext,
  visit: Visit | null,
  wanted: readonly ReadyCheck[] = readyChecks,
  stop: AbortSignal = new AbortController().signal,
): Promise<ReadyAnswer> {
  const over = new AbortController()
  const signal = AbortSignal.any([stop, over.signal])
  let asked: Promise<ReadyFacts> | undefined
  const facts = () => (asked ??= readFacts(context.database))
  try {
    const look = { ...context, visit, facts, signal }
    return { findings: await Promise.all(wanted.map((check) => runOne(look, check))) }
  } finally {
    over.abort()
  }
}

async function runOne(look: Look, check: ReadyCheck): Promise<ReadyAnswer['findings'][number]> {
  const { log, patience = usualPatience, signal } = look
  const done = new AbortController()
  const late = sleep(patience, ['slow'] as const, { signal: AbortSignal.any([signal, done.signal]) })
  try {
    // As a promise, so that a check that throws at once breaks no other.
    const found = Promise.resolve().then(() => checks[check](look))
    const [finding, facts = {}] = await Promise.race([found, late])
    return {
      check,
      finding,
      facts: Object.fromEntries(Object.entries(facts).map(([k, v]) => [k, String(v)])),
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error, check }, 'a check of what is ready for the public failed')
    return { check, finding: 'failed', facts: {} }
  } finally {
    done.abort()
  }
}

/** What has to be mended before the public comes. */
const missingOf = ({ findings }: ReadyAnswer): ReadyCheck[] =>
  findings.flatMap(({ check, finding }) => (readyStateOf(check, finding) === 'mend' ? [check] : []))

/** These ask from outside, where a server that only begins is not let in yet, or need the owner's own request. */
const fromOutside: readonly ReadyCheck[] = ['reach', 'proxy', 'documents']

/** Says once in the log how many things are missing, for whoever reads nothing else. */
export function countMissing(context: ReadyContext): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const inside = readyChecks.filter((check) => !fromOutside.includes(check))
  const told = runChecks(context, null, inside, stopping.signal).then((answer) => {
    const missing = missingOf(answer)
    if (stopping.signal.aborted || missing.length === 0) return
    const things = missing.length === 1 ? '1 thing' : `${missing.length} things`
    context.log.warn({ missing }, `not ready for the public: ${things}; see /desk/ready`)
  })
  return {
    async stop() {
      stopping.abort()
      await told
    },
  }
}
