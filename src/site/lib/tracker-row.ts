import type { InteractionType } from '#shared/contract/interaction-data.ts'

/** One interaction as it was seen; what it needs to travel is added by the tracker. */
export interface Tracked {
  readonly type: InteractionType
  readonly data: object
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What all rows of one page have in common. */
export interface PageFacts {
  readonly page_url: string
  readonly user_agent: string
  readonly referrer: string | null
}

const utm = ['source', 'medium', 'campaign', 'term', 'content']

/** Of an address only the campaign goes out, of the page before only whose it was. */
export function pageFacts(address: string, referrer: string, userAgent: string): PageFacts {
  const { origin, pathname, searchParams } = new URL(address)
  const kept = new URLSearchParams()
  for (const name of utm) {
    const value = searchParams.get(`utm_${name}`)
    if (value) kept.set(`utm_${name}`, value.slice(0, 100))
  }
  return {
    page_url: origin + pathname + (kept.size > 0 ? `?${kept}` : ''),
    user_agent: userAgent.slice(0, 512),
    referrer: /^https?:\/\/[^/]+/.exec(referrer)?.[0] ?? null,
  }
}
