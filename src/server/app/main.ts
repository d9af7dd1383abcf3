import { fileURLToPath } from 'node:url'
import { runCommand } from '#server/app/commands/auth-command.ts'
import { runBackup, runRestore } from '#server/app/commands/backup-command.ts'
import { runDoctor } from '#server/app/commands/doctor.ts'
import { runExport } from '#server/app/commands/export.ts'
import { run } from '#server/app/running/run.ts'
import { softwareName } from '#shared/lib/software.ts'

/** The built file is in dist/server, next to the site. The source file uses the site in dist/site. */
const siteFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/site' : '../site', import.meta.url),
)

const [program, ...words] = process.argv.slice(2)
if (program === 'auth') process.exitCode = await runCommand(words, process.env)
else if (program === 'doctor') process.exitCode = await runDoctor(words, process.env)
else if (program === 'export') process.exitCode = await runExport(words, process.env, siteFolder)
else if (program === 'backup') process.exitCode = await runBackup(words, process.env)
else if (program === 'restore') process.exitCode = await runRestore(words, process.env)
else if (program === undefined || program === 'start') {
  // When the supervisor exits, its channel to the server is disconnected.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  await run(process.env, siteFolder)
} else {
  process.stderr.write(
    `Unknown command '${program}'. Usage: ${softwareName.toLowerCase()} [start | auth COMMAND | doctor | backup FILE | restore FILE | export FOLDER]\n`,
  )
  process.exitCode = 2
}
