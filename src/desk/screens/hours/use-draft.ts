import { useMemo, useState } from 'react'
import { keepTyped, typedIn } from '#desk/lib/browser-storage.ts'
import type { Host } from '#shared/contract/hosts.ts'
import { type Draft, draftFrom, draftOf } from './draft.ts'

interface Drafting {
  draft: Draft
  /** Whether there is something that is not saved. */
  isTyped: boolean
  /** Somebody saved something else since the person began. */
  isOutdated: boolean
  change: (change: Partial<Draft>) => void
  /** Shows what is stored. */
  forget: () => void
  /** Keeps what was typed, and takes what is stored now for seen. */
  insist: () => void
}

/** The form of a host: what was typed and not saved yet survives a reload and a look at another screen. */
export function useDraft(host: Host): Drafting {
  const place = `hours ${host.id}`
  const [typed, setTyped] = useState(() => draftFrom(typedIn(place)))
  const stored = useMemo(() => draftOf(host), [host])
  const draft = typed ?? stored
  const keep = (next: Draft | null) => {
    keepTyped(place, next ? JSON.stringify(next) : '')
    setTyped(next)
  }
  return {
    draft,
    isTyped: typed !== null,
    isOutdated: typed !== null && typed.seen !== host.updated_at,
    change: (change) => {
      const next = { ...draft, ...change }
      // Whoever takes a change back has nothing to save.
      keep(JSON.stringify(next) === JSON.stringify(stored) ? null : next)
    },
    forget: () => keep(null),
    insist: () => keep({ ...draft, seen: host.updated_at }),
  }
}
