/** A header tells whole seconds, and the way takes time: less than this is no difference. */
const sameMs = 2000

let ahead = 0
const listeners = new Set<() => void>()

/** Takes the time from an answer. `asked` is when it was asked for, by the clock of this browser. */
export function takeTime(answer: Response, asked: number): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told + 500 - (asked + Date.now()) / 2
  const next = Math.abs(difference) < sameMs ? 0 : difference
  if (Math.abs(next - ahead) < sameMs) return
  ahead = next
  for (const tell of listeners) tell()
}

/** Milliseconds since 1970 by the server's clock, which all deadlines are of: that of this computer may be wrong. */
export const serverNow = (): number => Date.now() + ahead

export function onTimeTaken(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
