import { writeSync } from 'node:fs'
import { emailReader } from '#server/features/team-mailbox/reading.ts'
import { startMailbox } from '#server/features/team-mailbox/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { createLog } from '#server/lib/log.ts'

/**
 * A server process for tests to kill. Reads the mailbox in a database's settings (first argument) with the key (second
 * argument).
 */
const [databaseUrl = '', key = ''] = process.argv.slice(2)
// The output is unbuffered, because a killed process does not flush its buffers.
const log = createLog({ write: (line) => writeSync(1, line) })
const owner = `reading process ${process.pid}`
const database = await openDatabase({ dataDir: '', databaseUrl, owner, log: () => {}, poolSize: 2 })
startMailbox({
  database,
  clock: Date.now,
  cipher: openSecretCipher(Buffer.from(key, 'hex')),
  log,
  policy: { allowPrivate: true },
  sender: 'desk@backline.example',
  reader: emailReader,
})
// Timers and idle connections of the job do not keep a process running.
setInterval(() => {}, 60_000)
