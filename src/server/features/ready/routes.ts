import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireOwner, requireStaff, testMilliseconds } from '#server/features/letter-desk/service.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { authNotFound, readBody } from '#server/lib/auth/refusal.ts'
import { launchChecklistRequest, mailConfirmation } from '#shared/contract/operations.ts'
import { echoOf } from './check-address.ts'
import { confirmMailProof, sendMailProof } from './check-mail.ts'
import { runChecks } from './service.ts'
import type { OwnerRequest, ReadyRoutesOptions } from './types.ts'

/** The launch checklist, for owners. The routes follow the conventions of the auth service. */
export async function readyRoutes(app: FastifyInstance, options: ReadyRoutesOptions): Promise<void> {
  authConventions(app)
  const owner = async (request: FastifyRequest) => {
    const looker = await requireStaff(options, request.headers.authorization)
    requireOwner(looker)
    return looker
  }

  app.post('/checks', async (request) => {
    await owner(request)
    const { now } = readBody(launchChecklistRequest, request.body)
    return runChecks(options, visitOf(request, now, options.clock()))
  })

  app.post('/letter', { handlerTimeout: testMilliseconds + 10_000 }, async (request) =>
    sendMailProof(options, await owner(request)),
  )

  app.post('/letter/confirmation', async (request) => {
    const looker = await owner(request)
    await confirmMailProof(options, looker, readBody(mailConfirmation, request.body).code)
    return { confirmed: true }
  })

  // Open to everyone, because the server requests this URL through its public address. The response only identifies
  // this server.
  app.get('/echo/:nonce', async (request, reply) => {
    const { nonce } = request.params as { nonce: string }
    if (!/^[0-9a-f]{32}$/.test(nonce)) throw authNotFound()
    return reply.type('text/plain').send(echoOf(options, nonce))
  })
}

const visitOf = ({ socket, ip, headers }: FastifyRequest, browserTime: number, at: number): OwnerRequest => ({
  peer: socket.remoteAddress ?? '',
  client: ip,
  origin: headers.origin ?? '',
  isForwarded: headers['x-forwarded-for'] !== undefined,
  browserTime,
  at,
})
