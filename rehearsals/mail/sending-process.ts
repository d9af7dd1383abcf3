import { writeSync } from 'node:fs'
import { type OutboxItem, startOutbox } from '#server/features/outbox/service.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { createLog } from '#server/lib/log.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'

/**
 * A server process for tests to kill. Sends the emails in a database's outbox (first argument) to the mail server at a
 * port (second argument) until SIGTERM. Differs from the server's worker only in its email texts and its faster clock.
 */
const [databaseUrl = '', port = ''] = process.argv.slice(2)
// The output is unbuffered, because a killed process does not flush its buffers.
const say = (line: string) => writeSync(1, `${line}\n`)

const log = createLog({ write: (line) => say(`log ${line.trim()}`) })
const database = await openDatabase({
  dataDir: '',
  databaseUrl,
  owner: `sending process ${process.pid}`,
  log: () => {},
  poolSize: 4,
})
const mailer = openMailer({
  smtpUrl: `smtp://127.0.0.1:${port}`,
  from: 'desk@backline.example',
  folder: '',
  log,
  timing: { patience: 500, attempt: 1000, answer: 9000 },
})

const letterOf = ({ kind, bookingId, recipient }: OutboxItem) => ({
  kind,
  to: recipient ?? `${bookingId}@visitor.example`,
  subject: `${kind} ${bookingId}`,
  text: `About ${bookingId}.`,
  html: `<p>About ${bookingId}.</p>`,
})

const outbox = startOutbox({
  database,
  clock: Date.now,
  log,
  senders: {
    letter: (item, signal) => mailer.send(letterOf(item), { id: item.id, date: new Date(item.createdAt), signal }),
    webhook: async () => ({ state: 'dropped', reason: 'not in this test' }),
  },
  timing: {
    lease: 4000,
    heartbeat: 500,
    look: 250,
    firstPause: 50,
    longestPause: 400,
    firstRest: 10,
    longestRest: 100,
  },
})
say('ready')

process.once('SIGTERM', () => {
  void outbox
    .stop()
    .then(() => mailer.close())
    .then(() => database.close())
    .then(() => say('closed'))
})
