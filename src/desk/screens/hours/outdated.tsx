import pieces from '#desk/lib/pieces.module.css'
import { dayAndTime } from '#desk/lib/times.ts'
import type { Host } from '#shared/contract/hosts.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './hours.module.css'

interface OutdatedProps {
  host: Host
  onForget: () => void
  onInsist: () => void
}

/** Somebody saved something else while this was typed: nothing is lost on either side until one says which counts. */
export function Outdated({ host, onForget, onInsist }: OutdatedProps) {
  return (
    <div className={`${layout.stack} ${pieces.problem} ${css.problem}`} role="alert">
      <p>
        These hours were changed meanwhile, {dayAndTime(new Date(host.updated_at))}. What you typed is still
        here and not saved.
      </p>
      <div className={layout.bar}>
        <Button size="small" onClick={onForget}>
          Show what is saved, and drop mine
        </Button>
        <Button size="small" onClick={onInsist}>
          Keep mine, to save over it
        </Button>
      </div>
    </div>
  )
}
