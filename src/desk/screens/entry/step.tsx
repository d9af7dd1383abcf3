import { type ReactNode, useEffect, useRef, useState } from 'react'
import { brand } from '#content/brand.ts'
import controls from '#desk/lib/controls.module.css'
import { signOut } from '#desk/lib/door.ts'
import type { StatusMessage } from '#desk/lib/link-landing.ts'
import pieces from '#desk/lib/pieces.module.css'
import type { FieldSpec } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'

interface StepProps {
  title: string
  /** The reason for this step, shown under the title. */
  text?: ReactNode
  /** The sign-in steps, and the index of the current step. */
  way?: { stops: readonly string[]; at: number }
  /** The element that receives the focus: the first field, or the heading if there is text to read before it. */
  begins?: 'field' | 'heading'
  /** Links for leaving the step. */
  foot?: ReactNode
  children?: ReactNode
}

export function Step({ title, text, way, begins = 'field', foot, children }: StepProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand.name} desk`
    const field = begins === 'field' && body.current?.querySelector<HTMLElement>('input:not([aria-hidden])')
    const first = field || body.current?.querySelector('h1')
    first?.focus({ preventScroll: !field })
  }, [title, begins])
  return (
    <>
      <p className={pieces.brand}>
        {brand.name} <span>desk</span>
      </p>
      <div className={`${layout.column} ${css.body}`} ref={body}>
        {way && <StepList {...way} />}
        <h1 className={css.title} tabIndex={-1}>
          {title}
        </h1>
        {text && <div className={`${layout.soft} ${layout.anywhere} ${css.text}`}>{text}</div>}
        {children}
      </div>
      {foot && <div className={`${layout.tight} ${pieces.listed} ${css.foot}`}>{foot}</div>}
    </>
  )
}

/** The sign-in steps; the current step is marked. */
function StepList({ stops, at }: { stops: readonly string[]; at: number }) {
  return (
    <ol className={css.way} aria-label="Sign-in steps">
      {stops.map((stop, index) => (
        <li
          key={stop}
          className={index < at ? css.past : index === at ? css.here : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {stop}
        </li>
      ))}
    </ol>
  )
}

/** The reason for this sign-in, for example an expired link or an ended session. */
export function EntryMessage({ text, isFault }: StatusMessage) {
  return (
    <p
      className={[pieces.said, layout.anywhere, css.saying, isFault && css.fault].filter(Boolean).join(' ')}
      role={isFault ? 'alert' : 'status'}
    >
      {text}
    </p>
  )
}

/** The account that is signing in, and a button to sign out or use another account. */
export function SignOutNote({ email }: { email: string }) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut()
    setLeaving(false)
  }
  return (
    <p className={`${layout.note} ${layout.anywhere} ${css.out}`}>
      {email && (
        <>
          Signed in as <strong>{email}</strong>.{' '}
        </>
      )}
      <button
        type="button"
        className={`${controls.bare} ${controls.words} ${css.link} ${css.leave}`}
        disabled={isLeaving}
        onClick={() => void leave()}
      >
        Sign out or use another account
      </button>
    </p>
  )
}

/** The titles of the steps, for each way to sign in. */
export const signInSteps = ['Password', 'Verification', 'Desk'] as const
export const setupSteps = ['Password', 'Verification', 'Recovery codes', 'Desk'] as const
export const recoverySteps = ['Email', 'Verification', 'New password', 'Desk'] as const
export const invitationSteps = ['Invitation', 'Password', 'Verification', 'Desk'] as const

export const emailField: FieldSpec = {
  name: 'email',
  label: 'Email address',
  type: 'email',
  required: true,
  autocomplete: 'username',
}
