import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { AboutMe } from './about-me.tsx'
import { Password } from './password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondStep } from './second-step.tsx'
import { Sessions } from './sessions.tsx'

/** My profile, my sessions, and my ways to sign in. */
export function Screen() {
  return (
    <Page title="My account">
      <div className={pieces.sections}>
        <AboutMe />
        <Sessions />
        <SecondStep />
        <RecoveryCodes />
        <Password />
      </div>
    </Page>
  )
}
