import { useEffect, useRef, useState } from 'react'
import { offeredTimes } from '#site/lib/offered-times.ts'
import { useSlots } from '#site/lib/slots.ts'
import { useStore } from '#site/lib/store.ts'

const loadFreeCalls = () => import('#site/lib/free-calls.ts')

interface SlotsClaimProps {
  className?: string | undefined
  /** The general claim, which holds in every week. */
  children: string
}

/**
 * How many calls are free, requested when this comes near the viewport; until the response, and after a failure, the
 * claim.
 */
export function SlotsClaim({ className, children }: SlotsClaimProps) {
  const claim = useSlots(children)
  const [told, tell] = useState<{ sentence: () => string | null } | null>(null)
  // The sentence names the first of them, which may come later.
  useStore(offeredTimes)
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const near = new IntersectionObserver(
      (changes) => {
        if (!changes.at(-1)?.isIntersecting) return
        loadFreeCalls()
          .then(async ({ fetchFreeCalls, freeCallsSentence }) => {
            const calls = await fetchFreeCalls()
            tell({ sentence: () => freeCallsSentence(calls) })
          })
          .catch(() => tell(null))
      },
      { rootMargin: '50%' },
    )
    if (element.current) near.observe(element.current)
    return () => near.disconnect()
  }, [])
  return (
    <p ref={element} className={className}>
      <span>{told?.sentence() ?? claim}</span>
    </p>
  )
}
