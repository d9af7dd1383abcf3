import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { calendarFaultWords, unreadCount, unreadWords } from '#content/calendar-faults.ts'
import { requireStaff, requireWorker } from '#server/features/letter-desk/service.ts'
import { runAsMember, signalOfReply } from '#server/lib/auth/as-member.ts'
import type { AccessClaims, Keys } from '#server/lib/auth/context.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { AuthRefusal, readBody } from '#server/lib/auth/refusal.ts'
import { readOutgoingUrl } from '#server/lib/outgoing.ts'
import {
  type CalendarError,
  type CalendarInput,
  calendarInput,
  type DeskCalendar,
  type UnreadEntries,
} from '#shared/contract/calendars.ts'
import { addCalendar, beginCalendar, readCalendarNow } from './queries.ts'
import { readCalendar, readOne, sealAccess, windowOf, withoutWebcal } from './service.ts'
import { type CalendarContext, limits, parallelReadings } from './types.ts'

interface CalendarRoutesOptions extends CalendarContext {
  keys: Keys
  publicUrl: () => string
}

/** Milliseconds for one reading, plus one reading that may be queued ahead of it. */
const handlerTimeout = 2 * limits.waiting.reading + 5000

/**
 * The calendar requests that only the server can handle; the data API lists and removes calendars. The routes follow
 * the conventions of the auth service, because the desk uses both.
 */
export async function calendarRoutes(app: FastifyInstance, options: CalendarRoutesOptions): Promise<void> {
  const keeping = openCalendarStore(options)
  authConventions(app)
  // Checked before the body is read, so that a refused caller learns nothing about valid bodies.
  const claims = new WeakMap<FastifyRequest, AccessClaims>()
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') return
    const worker = await requireStaff(options, request.headers.authorization)
    requireWorker(worker)
    claims.set(request, worker.claims)
  })
  const of = (request: FastifyRequest): AccessClaims => {
    const found = claims.get(request)
    if (!found) throw new AuthRefusal('no_authorization', 'This endpoint requires a valid Bearer token')
    return found
  }

  app.post('/', { handlerTimeout }, async (request, reply) => {
    const calendar = await keeping.add(of(request), readBody(calendarInput, request.body), signalOfReply(reply))
    reply.code(201)
    return calendar
  })
  app.post('/:id/read', { handlerTimeout }, async (request, reply) =>
    keeping.readNow(of(request), idOf(request), signalOfReply(reply)),
  )
}

function idOf({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (v.is(v.pipe(v.string(), v.uuid()), id)) return id
  throw new AuthRefusal('not_found', 'This calendar does not exist.')
}

const notFound = () => new AuthRefusal('not_found', 'This calendar does not exist. It may have been removed.')

function refused(fault: CalendarError, unread?: UnreadEntries): AuthRefusal {
  const first = unread?.first[0]
  const details = unread && first ? ` ${unreadCount(unread)} First reason: ${unreadWords[first.why]}` : ''
  return new AuthRefusal('validation_failed', `${calendarFaultWords[fault]}${details}`)
}

/** Handles the desk's calendar requests that need the cipher or the reader. `claims` come from the caller's token. */
function openCalendarStore(context: CalendarContext) {
  const { database, cipher, clock, allowPrivate } = context
  const turn = pLimit(parallelReadings)
  return {
    /** Reads the calendar before storing it, so that only readable calendars are stored. */
    async add(claims: AccessClaims, input: CalendarInput, signal: AbortSignal): Promise<DeskCalendar> {
      const { host, kind, name, username, password } = input
      const url = readOutgoingUrl(withoutWebcal(input.url), allowPrivate)
      if (typeof url === 'string') throw refused(url)
      const zone = await runAsMember(database, claims, (tx) => beginCalendar(tx, host))
      const access = { url: url.href, username, password }
      const task = { kind, access, window: windowOf(context, zone), version: null, allowPrivate }
      const reading = await turn(() => readCalendar(context, { ...task, patience: limits.waiting }, signal))
      if (reading.state === 'fault') throw refused(reading.fault, reading.unread)
      if (reading.state !== 'read') throw refused('no-calendar')
      const id = randomUUID()
      const row = { id, host, kind, name, place: url.host, username }
      const sealedAccess = await sealAccess(cipher, id, access)
      return runAsMember(database, claims, (tx) =>
        addCalendar(tx, { ...row, sealedAccess }, reading.found, reading.version, new Date(clock())),
      )
    },

    /** Reads a calendar at once, and returns its row even if the reading failed. */
    async readNow(claims: AccessClaims, id: string, signal: AbortSignal): Promise<DeskCalendar> {
      const calendar = await runAsMember(database, claims, (tx) => readCalendarNow(tx, id, new Date(clock())))
      if (!calendar) throw notFound()
      // The operator discarded the lost key that encrypted the calendar's URL and password.
      if (calendar.sealed_access === null) throw refused('key-lost')
      const read = await turn(() => readOne(context, calendar, limits.waiting, signal))
      if (!read) throw notFound()
      return read
    },
  }
}
