import { setTimeout as sleep } from 'node:timers/promises'
import type { ChecklistFinding, LaunchChecklist } from '#shared/contract/operations.ts'
import { checks as allChecks } from './checks.ts'
import { type CheckResult, unknown } from './found.ts'
import { readFacts } from './queries.ts'
import type { CheckContext, CheckGroup, LaunchCheck, OwnerRequest, ReadyContext, ReadyFacts } from './types.ts'

export type { ReadyContext, ReadySettings } from './types.ts'

const checkGroups: readonly CheckGroup[] = allChecks

/** Milliseconds after which a check times out. All checks run at the same time. */
const usualPatience = 6000

/** Runs all checks independently. A check that fails or times out is reported, and does not affect other checks. */
export async function runChecks(
  context: ReadyContext,
  visit: OwnerRequest | null,
  isWanted: (check: LaunchCheck) => boolean = () => true,
  stop: AbortSignal = new AbortController().signal,
): Promise<LaunchChecklist> {
  const over = new AbortController()
  const signal = AbortSignal.any([stop, over.signal])
  let asked: Promise<ReadyFacts> | undefined
  const facts = () => (asked ??= readFacts(context.database))
  const look = { ...context, visit, facts, signal }
  try {
    const groups = checkGroups.map(async ({ title, text, checks }) => ({
      title,
      text,
      findings: await Promise.all(checks.filter(isWanted).map((check) => runOne(look, check))),
    }))
    return { groups: await Promise.all(groups) }
  } finally {
    over.abort()
  }
}

async function runOne(look: CheckContext, check: LaunchCheck): Promise<ChecklistFinding> {
  const { log, patience = usualPatience, signal } = look
  const done = new AbortController()
  const late = sleep(patience, slow, { signal: AbortSignal.any([signal, done.signal]) })
  const { id, title } = check
  try {
    // Wrapped in a promise, so that a check that throws synchronously does not affect other checks.
    const found = Promise.resolve().then(() => check.look(look))
    return { check: id, title, ...(await Promise.race([found, late])) }
  } catch (error) {
    if (!signal.aborted) {
      log.warn({ err: error, check: id }, 'launch check failed')
    }
    return { check: id, title, ...failed }
  } finally {
    done.abort()
  }
}

const slow: CheckResult = unknown(
  'slow',
  'This check took too long.',
  'Check again in a minute. If this persists, check the server log.',
)
const failed: CheckResult = unknown(
  'failed',
  'This could not be checked.',
  'Check again in a minute. The server log says why.',
)

/** Logs once which checks found something to fix, for operators who do not open the launch checklist. */
export function logOpenChecks(context: ReadyContext): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const told = runChecks(context, null, (check) => !check.isFromOutside, stopping.signal).then(({ groups }) => {
    const missing = groups.flatMap(({ findings }) =>
      findings.flatMap(({ check, state }) => (state === 'mend' ? [check] : [])),
    )
    if (stopping.signal.aborted || missing.length === 0) return
    context.log.warn({ missing }, 'not ready for launch, see /desk/ready')
  })
  return {
    async stop() {
      stopping.abort()
      await told
    },
  }
}
