import { SMTPServer } from 'smtp-server'
import { letterIn, type Received } from './mailbag.ts'

/**
 * A process of its own: a mail server that accepts every letter at once, like a relay in the same network. It prints
 * its port, and answers each message with the letters so far.
 */
const received: Received[] = []
let open = 0
let most = 0

const server = new SMTPServer({
  authOptional: true,
  logger: false,
  hideSTARTTLS: true,
  disableReverseLookup: true,
  onConnect(_session, done) {
    open += 1
    most = Math.max(most, open)
    done()
  },
  onClose() {
    open -= 1
  },
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({
        at: Date.now(),
        to: envelope.rcptTo.map(({ address }) => address).join(),
        ...letterIn(Buffer.concat(chunks).toString('latin1')),
      })
      done()
    })
  },
})
server.on('error', () => undefined)
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address()
  process.send?.(typeof address === 'object' && address?.port)
})
process.on('message', (what) => process.send?.(what === 'count' ? received.length : { received, most }))
process.on('disconnect', () => process.exit())
