import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import css from './second-factor.module.css'

/** Copies a text and confirms it; if the clipboard is unavailable, it says how to copy by hand. */
export function CopyButton({ text, says }: { text: string; says: string }) {
  const [outcome, setOutcome] = useState<'none' | 'done' | 'refused'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('done')
    } catch {
      // Without https there is no clipboard API, and a browser may ask for permission.
      setOutcome('refused')
    }
  }
  return (
    <span>
      <Button size="small" onClick={() => void copy()}>
        {says}
      </Button>
      <span className={css.outcome} role="status">
        {outcome === 'done' && 'Copied.'}
        {outcome === 'refused' && 'The browser does not allow it: select the text and copy it.'}
      </span>
    </span>
  )
}
