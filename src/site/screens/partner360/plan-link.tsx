import type { MouseEvent } from 'react'
import { partner360 } from '#content/partner360.ts'
import { isPlainClick, viewHref } from '#site/lib/navigation.tsx'
import { reducesMotion } from '#site/lib/rest.ts'
import { planId } from './plan.tsx'

/**
 * Goes down to the plan. With script it scrolls by itself: following the anchor would add a history entry
 * that knows no view. The full address makes the start-up script keep a click that comes too early.
 */
export function PlanLink() {
  return (
    <a href={`${viewHref('partner360')}#${planId}`} onClick={goToPlan}>
      {partner360.hero.plan}
    </a>
  )
}

function goToPlan(event: MouseEvent) {
  const plan = document.getElementById(planId)
  if (!plan || !isPlainClick(event)) return
  event.preventDefault()
  plan.scrollIntoView({ behavior: reducesMotion() ? 'instant' : 'smooth' })
  plan.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
