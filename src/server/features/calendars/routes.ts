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
  type CalendarChange,
  type CalendarError,
  type CalendarInput,
  type CalendarKind,
  calendarChange,
  calendarInput,
  type DeskCalendar,
  type UnreadEntries,
} from '#shared/contract/calendars.ts'
import { addCalendar, beginCalendar, changeCalendar, readCalendarNow } from './queries.ts'
import { openAccess, readCalendar, readOne, sealAccess, windowOf, withoutWebcal } from './service.ts'
import { type CalendarAccess, type CalendarContext, limits, parallelReadings } from './types.ts'

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
  app.post('/:id', { handlerTimeout }, async (request, reply) =>
    keeping.change(of(request), idOf(request), readBody(calendarChange, request.body), signalOfReply(reply)),
  )
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
  async function readNew(kind: CalendarKind, access: CalendarAccess, zone: string, signal: AbortSignal) {
    const task = { kind, access, window: windowOf(context, zone), version: null, allowPrivate }
    const reading = await turn(() => readCalendar(context, { ...task, patience: limits.waiting }, signal))
    if (reading.state === 'fault') throw refused(reading.fault, reading.unread)
    if (reading.state !== 'read') throw refused('no-calendar')
    return reading
  }
  function checkedUrl(typed: string): URL {
    const url = readOutgoingUrl(withoutWebcal(typed), allowPrivate)
    if (typeof url === 'string') throw refused(url)
    return url
  }
  return {
    /** Reads the calendar before storing it, so that only readable calendars are stored. */
    async add(claims: AccessClaims, input: CalendarInput, signal: AbortSignal): Promise<DeskCalendar> {
      const { host, kind, name, username, password } = input
      const url = checkedUrl(input.url)
      const zone = await runAsMember(database, claims, (tx) => beginCalendar(tx, host))
      const access = { url: url.href, username, password }
      const reading = await readNew(kind, access, zone, signal)
      const id = randomUUID()
      const row = { id, host, kind, name, place: url.host, username }
      const sealedAccess = await sealAccess(cipher, id, access)
      return runAsMember(database, claims, (tx) =>
        addCalendar(tx, { ...row, sealedAccess }, reading.found, reading.version, new Date(clock())),
      )
    },

    /** Reads the calendar with the new address or password before storing them; a failure changes nothing. */
    async change(claims: AccessClaims, id: string, typed: CalendarChange, signal: AbortSignal): Promise<DeskCalendar> {
      const stored = await runAsMember(database, claims, (tx) => readCalendarNow(tx, id, new Date(clock())))
      if (!stored) throw notFound()
      const { name, username, password } = typed
      let access = { url: '', username, password }
      if (typed.url !== '') access.url = checkedUrl(typed.url).href
      else if (stored.sealed_access === null) throw refused('key-lost')
      else {
        const old = await openAccess(cipher, id, stored.sealed_access)
        access = { url: old.url, username: username || old.username, password: password || old.password }
      }
      const reading = await readNew(stored.kind, access, stored.time_zone, signal)
      const row = { id, name, place: new URL(access.url).host, username: access.username }
      const sealedAccess = await sealAccess(cipher, id, access)
      return runAsMember(database, claims, (tx) =>
        changeCalendar(tx, { ...row, sealedAccess }, reading.found, reading.version, new Date(clock())),
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
