/** One line of a stack as Chromium, Firefox and Safari write it; what the message says has neither beginning. */
const frame = /^(?:\s+at |(?:\w+ )?[^\s@]*@).*?([a-z][a-z-]*:\/\/[^\s()]+:\d+:\d+)\)?$/gim

/**
 * What broke, of anything that was thrown or of the event that tells of it: the class of the error and the place in a
 * file of ours, as `TypeError main-AbC123.js:1:2345`. Never what the message says, which may be what somebody typed.
 * Null for the faults of others, of which nothing could be mended here: extensions, scripts of other people's servers,
 * scripts that somebody put into the page.
 */
export function causeOf(fault: unknown, origin: string): string | null {
  const event = asEvent(fault)
  const thrown = event ? (event.error ?? event.reason) : fault
  const isError = typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown
  const [first] = isError ? stackOf(thrown).matchAll(frame) : []
  const at = first?.[1] ?? (event?.filename ? `${event.filename}:${event.lineno}:${event.colno}` : '')
  const ours = at.startsWith(`${origin}/assets/`) ? /[\w-]+\.js:\d+:\d+$/.exec(at)?.[0] : undefined
  if (ours) return `${nameOf(thrown)} ${ours}`
  // Browsers give some errors of their own no stack. Only a rejection is known to be an error at all then.
  return at || !isError || event?.error ? null : nameOf(thrown)
}

/** Without the message, which Chromium puts before it, behind a name. */
function stackOf(thrown: { message?: unknown; stack?: unknown }): string {
  const stack = String(thrown.stack)
  const message = String(thrown.message)
  const from = stack.indexOf(message)
  return /^\w+: $/.test(stack.slice(0, from)) ? stack.slice(from + message.length) : stack
}

interface FaultEvent {
  error?: unknown
  reason?: unknown
  filename?: string
  lineno?: number
  colno?: number
}

const asEvent = (fault: unknown): FaultEvent | null => (fault instanceof Event ? (fault as FaultEvent) : null)

/** Names of classes are ours or the browser's. */
function nameOf(thrown: unknown): string {
  const { name } = Object(thrown) as { name?: unknown }
  return typeof name === 'string' && /^[A-Z][A-Za-z]{0,39}$/.test(name) ? name : 'Error'
}
