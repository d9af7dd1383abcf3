import { expect, it } from 'vitest'
import { runBackup, runRestore } from './backup-command.ts'
import { command } from './command-testing.ts'

it('prints usage instructions for the backup and restore commands', async () => {
  expect((await command(runBackup, [], {})).says).toContain('Usage: npm run backup')
  expect((await command(runRestore, ['--quickly', 'one.zip'], {})).says).toContain('Usage: npm run restore')
  expect((await command(runRestore, ['s3://bucket/one.zip'], {})).says).toContain('AWS_ACCESS_KEY_ID')
})
