import { type ReactNode, useRef } from 'react'
import { useAttempt } from '#desk/lib/mutations.ts'
import { Button } from '#ui/button.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { passkeyInWords } from './passkey.ts'

interface PasskeyButtonProps {
  says: string
  /** Whether it is the primary button of the screen. */
  isFirst?: boolean
  /** Opens the browser's dialog; throws the refusal. */
  show: () => Promise<void>
  onDone?: () => void
  /** A second control beside the button. */
  children?: ReactNode
}

export function PasskeyButton({ says, isFirst = false, show, onDone, children }: PasskeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, problem, attempt } = useAttempt(passkeyInWords)
  const press = async () => {
    if (await attempt(show)) return onDone?.()
    button.current?.focus()
  }
  return (
    <div className={layout.column}>
      {problem && <FormProblem failure={problem} />}
      <div className={layout.bar}>
        <Button
          ref={button}
          look={isFirst ? 'signal' : 'plain'}
          disabled={isBusy}
          onClick={() => void press()}
        >
          {isBusy ? 'Your device is asking…' : says}
        </Button>
        {children}
      </div>
    </div>
  )
}
