import { type ReactElement, useEffect, useState } from 'react'
import { formHelp } from '#content/form-help.ts'
import { durationInWords } from '#shared/lib/duration.ts'
import { unseen } from '#ui/unseen.ts'
import css from './retry-note.module.css'

const { wait, over } = formHelp.retry

/** Says from now on how long there is to wait. */
export function retryNote(seconds: number): ReactElement {
  return <RetryNote end={Date.now() + seconds * 1000} />
}

/** Counted down for the eye. Who listens hears it once, and then when it is over. */
function RetryNote({ end }: { end: number }) {
  const [first] = useState(() => (end - Date.now()) / 1000)
  const [left, setLeft] = useState(first)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft((end - Date.now()) / 1000), 1000)
    return () => clearInterval(timer)
  }, [end, isOver])
  return (
    <>
      <span className={css.count} aria-hidden="true">
        {isOver ? over : wait(durationInWords(left))}
      </span>
      {/* The alert around it would tell all of its words again. */}
      <span className={unseen} aria-live="polite">
        {isOver ? over : wait(durationInWords(first))}
      </span>
    </>
  )
}
