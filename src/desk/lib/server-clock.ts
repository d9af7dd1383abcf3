/** The `Date` header has whole seconds, and the response takes time, so smaller differences are ignored. */
const sameMs = 2000

let ahead = 0
const listeners = new Set<() => void>()

/** Reads the time from a response. `asked` is the time of the request, by this browser's clock. */
export function takeTime(answer: Response, asked: number): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told + 500 - (asked + Date.now()) / 2
  const next = Math.abs(difference) < sameMs ? 0 : difference
  if (Math.abs(next - ahead) < sameMs) return
  ahead = next
  for (const tell of listeners) tell()
}

/**
 * Milliseconds since 1970 by the server's clock, to which all deadlines refer: this computer's clock may be wrong.
 */
export const serverNow = (): number => Date.now() + ahead

export function onTimeTaken(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
