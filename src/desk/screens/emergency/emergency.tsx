import { useMe } from '#desk/lib/door.ts'
import { OwnersOnly } from '#desk/lib/owners-only.tsx'
import { Page } from '#desk/lib/page.tsx'
import { isOwnServer } from '#desk/lib/project.ts'
import { AllSessions } from './all-sessions.tsx'
import css from './emergency.module.css'
import { FoundToken } from './found-token.tsx'
import { SigningKey } from './signing-key.tsx'
import { TheirSessions } from './their-sessions.tsx'

/** What an owner can end at once when a device, token or key is lost or stolen. */
export function Screen() {
  const me = useMe()
  if (me.role !== 'owner') return <OwnersOnly title="Emergency" />
  return (
    <Page title="Emergency">
      <p className={css.about}>
        A laptop is lost, a password is out, somebody was here who should not have been? What you end on this
        page ends within five seconds wherever it is in use: open desks, live lists, downloads, programs.
        Nothing is deleted, and whoever belongs here signs in again.
      </p>
      <div className={css.sections}>
        <TheirSessions />
        <FoundToken />
        <AllSessions />
        {isOwnServer && <SigningKey />}
      </div>
    </Page>
  )
}
