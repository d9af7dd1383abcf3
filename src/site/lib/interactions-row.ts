import type { InteractionType } from '#shared/contract/interaction-data.ts'

/** One observed event; the tracker adds the facts of the page. */
export interface Tracked {
  readonly type: InteractionType
  readonly data: object
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface PageFacts {
  readonly page_url: string
  readonly user_agent: string
  readonly referrer: string | null
}

/** Of the address and its query only the view and the campaign are sent; of the referrer only its host. */
export function pageFacts(address: string, query: string, referrer: string, userAgent: string): PageFacts {
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) =>
      /^(view|utm_(source|medium|campaign|term|content))$/.test(name) && !value.includes('@'),
  )
  const told = new URLSearchParams(kept).toString()
  return {
    page_url: (told ? `${address}?${told}` : address).slice(0, 2000),
    user_agent: userAgent.slice(0, 512),
    referrer: /^https?:\/\/[^/]+/.exec(referrer)?.[0] ?? null,
  }
}
