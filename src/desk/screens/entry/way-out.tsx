import { useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { signOut } from '#desk/lib/door.ts'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'

/** Who is signing in, and links to change the person or to leave. */
export function WayOut({ email }: { email: string }) {
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
          You are <strong>{email}</strong>.{' '}
        </>
      )}
      <button
        type="button"
        className={`${controls.bare} ${controls.words} ${css.link} ${css.leave}`}
        disabled={isLeaving}
        onClick={() => void leave()}
      >
        Sign out, or come in as somebody else
      </button>
    </p>
  )
}
