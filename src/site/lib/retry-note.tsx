import { type ReactElement, useEffect, useState } from 'react'
import { formHelp } from '#content/form-help.ts'
import { durationInWords } from '#shared/lib/duration.ts'
import layout from '#ui/layout.module.css'
import { unseen } from '#ui/unseen.ts'

const { wait, over } = formHelp.retry

/** A note that counts down to the next possible attempt. */
export function retryNote(seconds: number): ReactElement {
  return <RetryNote end={Date.now() + seconds * 1000} />
}

/** The countdown is visual only. A screen reader announces the wait once, and then its end. */
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
      <span className={layout.numbers} aria-hidden="true">
        {isOver ? over : wait(durationInWords(left))}
      </span>
      {/* A live region of its own: a change in the surrounding alert would repeat all of its words. */}
      <span className={unseen} aria-live="polite">
        {isOver ? over : wait(durationInWords(first))}
      </span>
    </>
  )
}
