/** One line of a stack trace in Chromium, Firefox and Safari; its beginning distinguishes it from a message. */
const frame = /^(?:\s+at |(?:\w+ )?[^\s@]*@).*?([a-z][a-z-]*:\/\/[^\s()]+:\d+:\d+)\)?$/gim

/**
 * The cause of an error or error event: the class of the error and its place in one of our files, as `TypeError
 * main-AbC123.js:1:2345`. Never the message, which may contain typed text. Null for errors that we cannot fix: of
 * extensions, of scripts from other servers, and of injected scripts.
 */
export function causeOf(fault: unknown, origin: string): string | null {
  const event = asEvent(fault)
  const thrown = event ? (event.error ?? event.reason) : fault
  const isError = typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown
  const [first] = isError ? stackOf(thrown).matchAll(frame) : []
  const at = first?.[1] ?? (event?.filename ? `${event.filename}:${event.lineno}:${event.colno}` : '')
  const ours = at.startsWith(`${origin}/assets/`) ? /[\w-]+\.js:\d+:\d+$/.exec(at)?.[0] : undefined
  if (ours) return `${nameOf(thrown)} ${ours}`
  // Browsers create some errors without a stack. In that case only a rejection is known to carry an error.
  return at || !isError || event?.error ? null : nameOf(thrown)
}

/** Strips the message, which Chromium puts in front of the stack, after the class name. */
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

/** Class names are ours or the browser's, so they contain no input. */
function nameOf(thrown: unknown): string {
  const { name } = Object(thrown) as { name?: unknown }
  return typeof name === 'string' && /^[A-Z][A-Za-z]{0,39}$/.test(name) ? name : 'Error'
}
