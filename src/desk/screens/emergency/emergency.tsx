import { useMe } from '#desk/lib/door.ts'
import { OwnersOnly } from '#desk/lib/owners-only.tsx'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { isOwnServer } from '#desk/lib/project.ts'
import { AllSessions } from './all-sessions.tsx'
import { FoundToken } from './found-token.tsx'
import { SigningKey } from './signing-key.tsx'
import { TheirSessions } from './their-sessions.tsx'

/** What an owner can end at once when a device, token or key is lost or stolen. */
export function Screen() {
  const me = useMe()
  if (me.role !== 'owner') return <OwnersOnly title="Emergency" />
  return (
    <Page title="Emergency">
      <p className={pieces.about}>
        A laptop is lost, a password is out, somebody was here who should not have been? What you end on this
        page ends within five seconds wherever it is in use: open desks, live lists, downloads, programs.
        Nothing is deleted, and whoever belongs here signs in again.
      </p>
      <div className={pieces.sections}>
        <TheirSessions />
        <FoundToken />
        <AllSessions />
        {isOwnServer && <SigningKey />}
      </div>
    </Page>
  )
}
