import { Page } from '#desk/lib/page.tsx'
import { AboutMe } from './about-me.tsx'
import css from './account.module.css'
import { Password } from './password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondStep } from './second-step.tsx'
import { Sessions } from './sessions.tsx'

/** My profile, my sessions, and my ways to sign in. */
export function Screen() {
  return (
    <Page title="My account">
      <div className={css.sections}>
        <AboutMe />
        <Sessions />
        <SecondStep />
        <RecoveryCodes />
        <Password />
      </div>
    </Page>
  )
}
