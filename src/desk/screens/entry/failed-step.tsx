import { useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { lookAtDoor, signOut } from '#desk/lib/door.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'
import { Saying } from './saying.tsx'
import { Step } from './step.tsx'

/** The server did not answer, or not as expected. Nobody is signed out for that. */
export function FailedStep({ says }: { says: string }) {
  const [isLooking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    await lookAtDoor()
    setLooking(false)
  }
  return (
    <Step title="The desk does not open" begins="heading">
      <Saying text={says} isFault />
      <div className={`${layout.bar} ${css.ways}`}>
        <Button look="signal" disabled={isLooking} onClick={() => void look()}>
          {isLooking ? 'Trying…' : 'Try again'}
        </Button>
        <button
          type="button"
          className={`${controls.bare} ${controls.words} ${css.link}`}
          onClick={() => void signOut()}
        >
          Sign out
        </button>
      </div>
    </Step>
  )
}
