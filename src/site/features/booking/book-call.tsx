import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { derivedClaims, promises, weeklySlotsOf } from '#content/claims.ts'
import { callLabels, callSteps } from '#content/strategy-call.ts'
import type { Figure } from '#content/types.ts'
import type { CallsLeftThisWeek } from '#shared/contract/desk-week.ts'
import frame from '#site/lib/frame.module.css'
import { Figures } from '#site/lib/section.tsx'
import { createStore, useStore } from '#site/lib/store.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import css from './book-call.module.css'
import type { CallsLeft } from './calls-left.tsx'

/** The position of a button that opens the dialog; each service has its own position. */
type CallButtonPlace =
  | 'nav'
  | 'bar'
  | 'hero'
  | 'proof'
  | 'resources'
  | 'final-call'
  | 'banner'
  | 'footer'
  | 'roi-calculator'
  | `services:${string}`

interface BookCallButtonProps {
  place: CallButtonPlace
  look?: 'signal' | 'plain'
  size?: 'normal' | 'small'
  /** Runs before the dialog opens. */
  onPress?: () => void
  label?: keyof typeof callLabels
  /** The subject of the call, which screen readers announce if several buttons have the same label. */
  about?: string
}

export const bookingDialogId = 'booking'

const places = new WeakMap<Element, CallButtonPlace>()
let pressed: Element | undefined

/** The button that last opened the dialog, even if that was before hydration. */
export function lastOpenerPlace(): CallButtonPlace | 'unknown' {
  const button = pressed ?? window.boot?.opener
  return (button && places.get(button)) ?? 'unknown'
}

/** Uses an invoker command, which works without script, and a click handler for browsers without invoker commands. */
export function BookCallButton({
  place,
  onPress,
  look = 'signal',
  size = 'normal',
  label = 'long',
  about,
}: BookCallButtonProps) {
  return (
    <Button
      ref={(button) => {
        if (button) places.set(button, place)
      }}
      look={look}
      size={size}
      command="show-modal"
      commandfor={bookingDialogId}
      onClick={(event) => {
        onPress?.()
        openDialog(event)
      }}
    >
      {about ? (
        <span>
          {callLabels[label]}
          <span className={visuallyHidden}> {about}</span>
        </span>
      ) : (
        callLabels[label]
      )}
    </Button>
  )
}

function openDialog(event: MouseEvent) {
  pressed = event.currentTarget
  if ('command' in HTMLButtonElement.prototype) return
  const dialog = document.getElementById(bookingDialogId)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  event.preventDefault()
}

interface CallBannerProps {
  title: string
  text: string
  facts?: readonly Figure[]
  /**
   * `signal` for views that present our services, `board` for views with a tool, `line` for views that lead to another
   * view.
   */
  look?: 'signal' | 'board' | 'line'
  /** A second call to action next to the button. */
  children?: ReactNode
}

const bannerClasses = { signal: frame.loud, board: frame.dark, line: css.line } as const

export function CallBanner({ title, text, facts, look = 'signal', children }: CallBannerProps) {
  return (
    <section className={`${layout.unprinted} ${bannerClasses[look]}`}>
      <div className={`${frame.split56} ${layout.page} ${css.inner}`}>
        <h2>{title}</h2>
        <div className={css.offer}>
          <p className={`${layout.lead} ${css.text}`}>{text}</p>
          {facts && <Figures items={facts} />}
          <div className={`${layout.bar} ${css.actions}`}>
            <BookCallButton place="banner" look={look === 'signal' ? 'plain' : 'signal'} />
            {children}
          </div>
        </div>
      </div>
    </section>
  )
}

interface CallStepsProps {
  className?: string | undefined
  detailed?: boolean
}

/** The call as a schedule of three equal steps. */
export function CallSteps({ className, detailed = false }: CallStepsProps) {
  return (
    <ol className={[detailed && css.detailed, className].filter(Boolean).join(' ')}>
      {callSteps.steps.map((step) => (
        <li key={step.fromMinute} className={css.step}>
          <span className={css.minutes}>
            {`${step.fromMinute}–${step.toMinute}`}
            <span>{` ${callSteps.minutes}`}</span>
          </span>
          <span>
            <strong className={css.name}>{step.title}</strong>
            {detailed && <span className={css.description}>{step.description}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The weekly capacity: first the number in the page, then the number from the calendar. */
const weeklyCapacity = createStore(Number(promises.weeklyCapacity))

export const useCapacityText = (text: string): string =>
  text.replace(derivedClaims().weeklySlots, weeklySlotsOf(useStore(weeklyCapacity)))

const loadCallsLeft = () => import('./calls-left.tsx')

interface SlotsClaimProps {
  className?: string | undefined
  /** The general claim, which is true every week. */
  children: string
}

/**
 * Shows how many calls are left. Requests the number when the element is near the viewport. Until the response
 * arrives, or if the request fails, shows the claim.
 */
export function SlotsClaim({ className, children }: SlotsClaimProps) {
  const claim = useCapacityText(children)
  const [left, setLeft] = useState<{ calls: CallsLeftThisWeek; Sentence: typeof CallsLeft } | null>(null)
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const near = new IntersectionObserver(
      (changes) => {
        if (!changes.at(-1)?.isIntersecting) return
        loadCallsLeft()
          .then(async ({ CallsLeft, fetchCallsLeft }) => {
            const calls = await fetchCallsLeft()
            weeklyCapacity.set(calls.capacity)
            setLeft({ calls, Sentence: CallsLeft })
          })
          .catch(() => setLeft(null))
      },
      { rootMargin: '50%' },
    )
    if (element.current) near.observe(element.current)
    return () => near.disconnect()
  }, [])
  return (
    <p ref={element} className={className}>
      {left ? <left.Sentence calls={left.calls} claim={claim} /> : <span>{claim}</span>}
    </p>
  )
}
