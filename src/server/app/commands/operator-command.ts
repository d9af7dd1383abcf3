import { openProcessLife, type ProcessLife } from '#server/app/running/life.ts'
import { startErrorMessage } from '#server/app/running/run.ts'
import { BackupFault } from '#server/features/backups/service.ts'
import { FolderInUse } from '#server/features/site-export/service.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'

/** An error whose message is for the operator who ran the command. */
export class CommandError extends Error {}

/** Prints the result of a command, or the reason for its failure. Returns the exit code. */
export async function runWith(work: (life: ProcessLife) => Promise<string>): Promise<number> {
  const life = openProcessLife()
  try {
    process.stdout.write(await work(life))
    return 0
  } catch (error) {
    const known = [CommandError, AuthRefusal, BackupFault, FolderInUse].some((kind) => error instanceof kind)
    const sentence = known ? (error as Error).message : startErrorMessage(error, null)
    if (sentence === null) life.log.fatal({ err: error }, 'command failed')
    life.complain(sentence ?? 'The command failed. The log above says why.')
    return 1
  }
}
