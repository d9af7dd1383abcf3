import type { InteractionData } from '#shared/contract/interaction-data.ts'
import { release } from './api.ts'

/** The maximum number of errors that one page reports. A limit is needed, because some errors repeat in a loop. */
const maxReported = 10

const reported = new Set<string>()

type ErrorEventData = Omit<InteractionData['error'], 'cause'> & { cause?: string; release: string }

/**
 * Returns the data of an error event for every refusal, but only once per view for the same exception in our code.
 * Returns null if there is nothing to report. `view` is the current view, which is the default location of an error.
 */
export function errorRow({ cause, ...error }: InteractionData['error'], view: string): ErrorEventData | null {
  if (error.fields) return { ...error, release: release() }
  const found = describeCause(cause, location.origin)
  const isUncaught = cause instanceof Event
  if (isUncaught && !found) return null
  const row = {
    code: error.code || (isUncaught && cause.type === 'error' ? 'uncaught' : 'rejected'),
    place: error.place || view,
    ...(found && { cause: found }),
    release: release(),
  }
  const key = JSON.stringify([row, view])
  if (reported.has(key) || reported.size >= maxReported) return null
  reported.add(key)
  return row
}

/** One line of a stack trace in Chromium, Firefox or Safari; the start of the line distinguishes it from a message. */
const frame = /^(?:\s+at |(?:\w+ )?[^\s@]*@).*?([a-z][a-z-]*:\/\/[^\s()]+:\d+:\d+)\)?$/gim

/**
 * Returns an error's cause: the error class and its position in one of our files, as `TypeError main-AbC123.js:1:2345`.
 * Never returns the message, which can contain user input. Null for errors that we cannot fix: in extensions, in
 * scripts from other servers, and in injected scripts.
 */
export function describeCause(fault: unknown, origin: string): string | null {
  const event = asEvent(fault)
  const thrown = event ? (event.error ?? event.reason) : fault
  const isError = typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown
  const [first] = isError ? stackOf(thrown).matchAll(frame) : []
  const at = first?.[1] ?? (event?.filename ? `${event.filename}:${event.lineno}:${event.colno}` : '')
  const ours = at.startsWith(`${origin}/assets/`) ? /[\w-]+\.js:\d+:\d+$/.exec(at)?.[0] : undefined
  if (ours) return `${nameOf(thrown)} ${ours}`
  // Browsers create some errors without a stack. For these errors, returns the class name unless the error came from an
  // error event.
  return at || !isError || event?.error ? null : nameOf(thrown)
}

/** Strips the message, which Chromium puts between the class name and the stack. */
function stackOf(thrown: { message?: unknown; stack?: unknown }): string {
  const stack = String(thrown.stack)
  const message = String(thrown.message)
  const from = stack.indexOf(message)
  return /^\w+: $/.test(stack.slice(0, from)) ? stack.slice(from + message.length) : stack
}

interface ErrorLikeEvent {
  error?: unknown
  reason?: unknown
  filename?: string
  lineno?: number
  colno?: number
}

const asEvent = (fault: unknown): ErrorLikeEvent | null => (fault instanceof Event ? (fault as ErrorLikeEvent) : null)

/** Class names come from us or the browser, so they contain no user input. */
function nameOf(thrown: unknown): string {
  const { name } = Object(thrown) as { name?: unknown }
  return typeof name === 'string' && /^[A-Z][A-Za-z]{0,39}$/.test(name) ? name : 'Error'
}
