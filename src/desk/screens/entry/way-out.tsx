import { useState } from 'react'
import { signOut } from '#desk/lib/door.ts'
import css from './way-out.module.css'

/** Who is signing in, and links to change the person or to leave. */
export function WayOut({ email }: { email: string }) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut()
    setLeaving(false)
  }
  return (
    <p className={css.out}>
      {email && (
        <>
          You are <strong>{email}</strong>.{' '}
        </>
      )}
      <button type="button" className={css.leave} disabled={isLeaving} onClick={() => void leave()}>
        Sign out, or come in as somebody else
      </button>
    </p>
  )
}
