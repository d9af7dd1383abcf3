import { readConfig } from '#server/app/config/config.ts'
import type { Environment } from '#server/app/config/environment.ts'
import { readySettings } from '#server/app/feature-settings.ts'
import { runChecks } from '#server/features/ready/service.ts'
import type { ChecklistSeverity, LaunchChecklist } from '#shared/contract/operations.ts'
import { withAuth } from './auth-command.ts'
import { CommandError, runWith } from './operator-command.ts'

const usage = `Usage: npm run doctor

  Runs the launch checklist of /desk/ready next to the running server, and lists what is left to do.
  Exits with 1 if something must be fixed.
`

const marks: Readonly<Record<ChecklistSeverity, string>> = {
  good: '✓',
  mend: '✗',
  consider: '!',
  unknown: '?',
}

/** Prints the results of the checks. Returns the exit code. */
export async function runDoctor(words: readonly string[], environment: Environment): Promise<number> {
  let isReady = true
  const code = await runWith(async ({ log }) => {
    if (words.length > 0) throw new CommandError(usage)
    const config = readConfig(environment)
    const { groups } = await withAuth(config, log, (auth) =>
      runChecks({ ...auth, settings: readySettings(config) }, null),
    )
    const toMend = groups.flatMap(({ findings }) => findings).filter(({ state }) => state === 'mend').length
    isReady = toMend === 0
    return `${groups.map(linesOf).join('\n\n')}\n\n${isReady ? 'Nothing' : toMend} to fix.\n`
  })
  return code || Number(!isReady)
}

const linesOf = ({ title, findings }: LaunchChecklist['groups'][number]): string =>
  [
    title,
    ...findings.flatMap(({ title: about, state, says, todo }) => [
      `  ${marks[state]} ${about}: ${says}`,
      ...(todo ? [`      ${todo}`] : []),
    ]),
  ].join('\n')
