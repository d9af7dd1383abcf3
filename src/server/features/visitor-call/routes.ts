import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callPage } from '#content/visitor-call.ts'
import { callAnswer } from '#plain/call-page.tsx'
import type { Page } from '#plain/page.tsx'
import { type SiteSource, sendPlain } from '#server/features/pages/service.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { isSameOrigin } from '#server/lib/http/request-origin.ts'
import { preparePrivatePages, privatePageHeaders } from '#server/lib/http/stored-form.ts'
import type { Limits } from '#server/lib/rate-limit/limits.ts'
import {
  type CallPageData,
  type CallPageState,
  type ChangeOutcome,
  isOpen,
  type MoveRefusal,
  type ProposalRefusal,
  type SeenState,
} from './call-state.ts'
import { calendarFile, callPageOf } from './pages.ts'
import { type CallStore, cancelCall, moveCall, openCall, proposeTime, readCall, verifyMailbox } from './service.ts'

export interface CallOptions extends CallStore {
  site: SiteSource
  publicUrl: () => string
  cipher: Pick<SecretCipher, 'key'>
}

/**
 * The page that an email's link opens. Only the page's buttons change anything, because mail scanners open links before
 * people do. The page works without JavaScript. The page's URL contains a secret that only the browser and the server
 * may have.
 */
export function callPages(options: CallOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(privatePageHeaders)
    const { call: token, done } = request.query as { call?: unknown; done?: unknown }
    const opened = await open(options, token)
    if (!('call' in opened)) return refuse(request, reply, options, opened)
    return send(reply, options, 200, opened, noticeOf.get(done) ?? {})
  }
}

const noticeOf: ReadonlyMap<unknown, Pick<CallPageState, 'notice'>> = new Map([
  ['time', { notice: 'done' }],
  ['move', { notice: 'moved' }],
] as const)

/** Routes for the page's buttons and for the calendar file. */
export async function callRoutes(
  app: FastifyInstance,
  options: CallOptions & { limits: Pick<Limits, 'spendFor'> },
): Promise<void> {
  await preparePrivatePages(app)
  /** Runs before the body is read. Refuses forms from other sites, because the visitor did not press our button. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isSameOrigin(request, options.publicUrl())) return
    request.refusal = 'other-origin'
    return sendPage(reply, options, 403, callAnswer(callPage.otherOrigin))
  }

  /**
   * The call's state is checked here as well, because the database treats a repeated request as a double click, even if
   * the call has since been cancelled.
   */
  const isOver = ({ call }: OpenedCall) => !isOpen(call)

  app.post('/propose', {
    onRequest,
    handler: async (request, reply) => {
      const { opened, seen, time } = await read(options, request.body)
      if (!('call' in opened)) return refuse(request, reply, options, opened)
      const outcome = isOver(opened) ? 'changed' : await proposeTime(options, opened.call, seen, time)
      if (outcome === 'done') return redirectToPage(reply, opened.token, '&done=time')
      return sendUnchanged(request, reply, options, opened, outcome, time)
    },
  })

  /** Holds the requested time: verifies the mailbox if the link came by email, then chooses the time again. */
  app.post('/hold', {
    onRequest,
    handler: async (request, reply) => {
      const { opened } = await read(options, request.body)
      if (!('call' in opened)) return refuse(request, reply, options, opened)
      const { call, token, isByLetter } = opened
      if (isByLetter) await verifyMailbox(options, call.id)
      const seen = { status: call.status, starts: String(call.starts) }
      if (call.state.visitor_may.includes('hold') && (isByLetter || !call.needsProof))
        await moveCall(options, call.id, seen, seen.starts)
      return redirectToPage(reply, token)
    },
  })

  app.post('/move', {
    onRequest,
    handler: async (request, reply) => {
      const { opened, seen, target } = await read(options, request.body)
      if (!('call' in opened)) return refuse(request, reply, options, opened)
      const { state, id } = opened.call
      const isOffered = state.offered.some(({ start }) => Date.parse(start) === Number(target))
      const isChoice = state.visitor_may.includes('choose') && !isOffered
      if (opened.isByLetter && isChoice) await verifyMailbox(options, id)
      const move = () => moveCall(options, id, seen, target)
      const choose = async (granted: number) => (granted > 0 ? move() : 'often')
      const outcome = isOver(opened)
        ? 'changed'
        : isChoice
          ? await options.limits.spendFor('picked_times', request, 1, choose, (result) => result === 'done')
          : await move()
      if (outcome === 'done') return redirectToPage(reply, opened.token, '&done=move')
      if (outcome === 'changed') return sendUnchanged(request, reply, options, opened, outcome)
      request.refusal = outcome
      // Reads the call again to get the current available times and the remaining moves.
      const call = await readCall(options, opened.call.id)
      if (!call) return refuse(request, reply, options, { closed: 'over' })
      return send(reply, options, unmovedBy[outcome], { ...opened, call }, { unmoved: outcome })
    },
  })

  app.post('/cancel', {
    onRequest,
    handler: async (request, reply) => {
      const { opened, seen } = await read(options, request.body)
      if (!('call' in opened)) return refuse(request, reply, options, opened)
      const outcome = await cancelCall(options, opened.call.id, seen)
      if (outcome === 'done') return redirectToPage(reply, opened.token)
      return sendUnchanged(request, reply, options, opened, outcome)
    },
  })

  app.get(`/${callPage.event.fileName}`, async (request, reply) => {
    const opened = await open(options, (request.query as { call?: unknown }).call)
    if (!('call' in opened)) return refuse(request, reply, options, opened)
    const { call, token } = opened
    // The page explains that the call is over.
    if (!isOpen(call)) return redirectToPage(reply, token)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${callPage.event.fileName}"`)
      .send(calendarFile(call, `${options.publicUrl()}/?call=${token}`, options.clock()))
  })
}

type OpenedCall = { token: string; isByLetter: boolean; call: CallPageData }
type ClosedReason = 'broken' | 'over'

async function open(options: CallOptions, token: unknown): Promise<OpenedCall | { closed: ClosedReason }> {
  const key = await openCall(options.cipher, token, options.clock())
  if (key === null) return { closed: 'broken' }
  const call = await readCall(options, key.id)
  return call ? { token: token as string, isByLetter: key.isByLetter, call } : { closed: 'over' }
}

async function read(options: CallOptions, body: unknown) {
  const field = (name: string) => {
    const value = (body as Record<string, unknown> | null | undefined)?.[name]
    return typeof value === 'string' ? value : ''
  }
  const seen: SeenState = { status: field('status'), starts: field('starts') }
  return {
    opened: await open(options, field('call')),
    seen,
    time: field('time').trim(),
    target: field('target'),
  }
}

/** Redirects to the page, so that a reload does not submit again. */
const redirectToPage = (reply: FastifyReply, token: string, done = '') =>
  reply.code(303).header('location', `/?call=${token}${done}`).send()

/** Sends the current page after a refused change, with the reason and the time that the visitor typed. */
async function sendUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallOptions,
  opened: OpenedCall,
  why: Exclude<ChangeOutcome, 'done'>,
  typed = '',
) {
  request.refusal = why
  if (why !== 'changed') {
    return send(reply, options, statusBy[why], opened, { refused: { typed: safeTypedTime(typed), why } })
  }
  const now = await readCall(options, opened.call.id)
  if (!now) return refuse(request, reply, options, { closed: 'over' })
  return send(reply, options, 409, { ...opened, call: now }, { notice: 'changed' })
}

const statusBy: Record<ProposalRefusal, number> = {
  unreadable: 422,
  past: 422,
  far: 422,
  same: 422,
  often: 429,
}

const unmovedBy: Record<MoveRefusal, number> = {
  taken: 409,
  past: 422,
  same: 422,
  off: 409,
  late: 409,
  often: 429,
}

/** Returns the typed text if it could come from a time field. Any other input is not shown again. */
const safeTypedTime = (typed: string) => (/^[\d:T.-]{1,30}$/.test(typed) ? typed : '')

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallOptions,
  { closed }: { closed: ClosedReason },
) {
  request.refusal = closed
  return sendPage(reply, options, closed === 'over' ? 410 : 404, callAnswer(callPage[closed]))
}

const send = (
  reply: FastifyReply,
  options: CallOptions,
  status: number,
  { call, token, isByLetter }: OpenedCall,
  shown: Pick<CallPageState, 'notice' | 'refused' | 'unmoved'>,
) => sendPage(reply, options, status, callPageOf(call, { token, isByLetter, now: options.clock(), ...shown }))

const sendPage = (reply: FastifyReply, { site }: CallOptions, status: number, page: Page) =>
  sendPlain(reply, site, status, page)
