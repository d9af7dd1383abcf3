import pieces from '#desk/lib/pieces.module.css'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { MySession } from '#shared/contract/desk-people.ts'
import { deviceInWords } from '#shared/lib/device-words.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import css from './account.module.css'

interface SessionRowProps {
  session: MySession
  isBusy: boolean
  onEnd: () => void
}

/** One browser with a session of mine. */
export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { created_at, refreshed_at, user_agent, aal, is_current } = session
  const device = deviceInWords(user_agent)
  const since = dayAndTime(new Date(created_at))
  return (
    <li className={`${layout.ends} ${pieces.listed} ${css.row}`}>
      <div className={css.what}>
        <p className={`${layout.named} ${pieces.name}`}>
          {device}
          {is_current && <Chip tone="signal">This one</Chip>}
          {aal === 'aal1' && <Chip tone="alert">Password alone, sees nothing</Chip>}
        </p>
        <p className={layout.note}>
          Signed in {since}
          {refreshed_at && `, last heard of ${dayAndTime(new Date(refreshed_at))}`}
        </p>
      </div>
      <WhenOnline>
        <Button
          size="small"
          disabled={isBusy}
          aria-label={is_current ? 'Sign out here' : `End: ${device}, signed in ${since}`}
          onClick={onEnd}
        >
          {is_current ? 'Sign out here' : 'End'}
        </Button>
      </WhenOnline>
    </li>
  )
}
