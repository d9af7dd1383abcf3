import { useState } from 'react'
import { lookAtDoor, signOut } from '#desk/lib/door.ts'
import { Button } from '#ui/button.tsx'
import { Saying } from './saying.tsx'
import css from './step.module.css'
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
      <div className={css.ways}>
        <Button look="signal" disabled={isLooking} onClick={() => void look()}>
          {isLooking ? 'Trying…' : 'Try again'}
        </Button>
        <button type="button" className={css.link} onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </Step>
  )
}
