import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { mailboxFaultWords } from '#content/mailbox-faults.ts'
import { requireOwner, requireStaff } from '#server/features/letter-desk/service.ts'
import { runAsMember, signalOfReply } from '#server/lib/auth/as-member.ts'
import type { AccessClaims, Keys } from '#server/lib/auth/context.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { AuthRefusal, readBody } from '#server/lib/auth/refusal.ts'
import { attachment } from '#server/lib/http/headers.ts'
import { type MailboxInput, mailboxInput } from '#shared/contract/team-mailbox.ts'
import { openMailbox } from './imap.ts'
import { findMailbox, readEmailFile, saveMailbox } from './queries.ts'
import { openPassword, sealPassword } from './service.ts'
import { type MailboxContext, MailboxFault } from './types.ts'

interface MailboxRoutesOptions extends Pick<MailboxContext, 'database' | 'clock' | 'cipher' | 'policy'> {
  keys: Keys
}

/** The shorter limits that apply while a member waits in the desk. */
const patience = { opening: 9000, answer: 9000 }

/** The mailbox requests that only the server can handle; the data API shows and removes the mailbox. */
export async function mailboxRoutes(app: FastifyInstance, options: MailboxRoutesOptions): Promise<void> {
  const { database, clock, cipher, policy } = options
  authConventions(app)
  const callers = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof requireStaff>>>()
  // Checked before the body is read, so that a refused caller learns nothing about valid bodies.
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') return
    const member = await requireStaff(options, request.headers.authorization)
    if (!request.routeOptions.url?.includes('/files/')) requireOwner(member)
    callers.set(request, member)
  })
  const claimsOf = (request: FastifyRequest): AccessClaims => {
    const found = callers.get(request)
    if (!found) throw new AuthRefusal('no_authorization', 'This endpoint requires a valid Bearer token')
    return found.claims
  }

  /** The stored password goes only to the server and the account for which it was entered. */
  async function passwordFor({ host, username, password }: MailboxInput): Promise<string> {
    if (password !== '') return password
    const stored = await findMailbox(database)
    if (!stored || stored.host !== host || stored.username !== username)
      throw new AuthRefusal('validation_failed', 'Enter the password of this mailbox.')
    if (stored.sealed_password === null) throw refused(new MailboxFault('key-lost'))
    return openPassword(cipher, stored, stored.sealed_password)
  }

  async function test(input: MailboxInput, signal: AbortSignal) {
    const password = await passwordFor(input)
    const { client, inbox } = await openMailbox({ ...input, password }, policy, patience, signal).catch(
      (error: unknown) => {
        throw error instanceof MailboxFault ? refused(error) : error
      },
    )
    client.close()
    return { password, inbox, idle: client.capabilities.has('IDLE') }
  }

  app.post('/test', { handlerTimeout: 15_000 }, async (request, reply) => {
    claimsOf(request)
    const { inbox, idle } = await test(readBody(mailboxInput, request.body), signalOfReply(reply))
    return { emails: inbox.exists, idle }
  })
  app.put('/', { handlerTimeout: 15_000 }, async (request, reply) => {
    const claims = claimsOf(request)
    const input = readBody(mailboxInput, request.body)
    const { password, inbox } = await test(input, signalOfReply(reply))
    const sealedPassword = await sealPassword(cipher, input, password)
    return runAsMember(database, claims, (tx) => saveMailbox(tx, input, sealedPassword, inbox, new Date(clock())))
  })
  app.get('/files/:email/:place', async (request, reply) => {
    const which = v.safeParse(fileSchema, request.params)
    const claims = claimsOf(request)
    const file =
      which.success &&
      (await runAsMember(database, claims, (tx) => readEmailFile(tx, which.output.email, which.output.place)))
    if (!file) throw new AuthRefusal('not_found', 'This file was not stored. It may still be in the mailbox.')
    // Never shown by the browser itself, because anyone can send a file.
    reply.header('content-disposition', attachment(file.name)).type('application/octet-stream')
    return file.content
  })
}

const fileSchema = v.object({
  email: v.pipe(v.string(), v.uuid()),
  place: v.pipe(v.string(), v.digits(), v.maxLength(4), v.transform(Number)),
})

const refused = ({ fault }: MailboxFault) => new AuthRefusal('validation_failed', mailboxFaultWords[fault])
