import type { messageRefusals } from '#content/contact.ts'

/** Where the message stands; `field` when a refusal named one. */
export type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'submitting' }
  | { readonly name: 'sent' }
  | { readonly name: 'error'; readonly field: keyof typeof messageRefusals | null }

let phase: Phase = { name: 'idle' }
const listeners = new Set<() => void>()

/** One message at a time, kept outside the screen: leaving the view neither loses nor sends it twice. */
export const phaseStore = {
  get: () => phase,
  set: (next: Phase) => {
    phase = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
