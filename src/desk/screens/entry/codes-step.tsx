import { NewRecoveryCodes } from '#desk/features/second-factor/recovery-codes.tsx'
import { endCodesDuty } from '#desk/lib/door.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'
import { Step } from './step.tsx'
import { WayOut } from './way-out.tsx'
import { setUpWay } from './ways.ts'

/** After the first device was added: shows the recovery codes, this once. */
export function CodesStep({ email }: { email: string }) {
  return (
    <Step
      title="Keep your recovery codes"
      way={{ stops: setUpWay, at: 2 }}
      begins="heading"
      text={
        <p>
          Should your phone be lost, one of these lets you in. They are shown this once. Keep them where the
          phone is not: in a password manager, or printed in a drawer.
        </p>
      }
      foot={<WayOut email={email} />}
    >
      <NewRecoveryCodes email={email}>
        {(hasCodes) => (
          <div className={`${layout.bar} ${css.ways}`}>
            <Button look="signal" onClick={() => void endCodesDuty()}>
              {hasCodes ? 'I have kept them: open the desk' : 'Open the desk'}
            </Button>
          </div>
        )}
      </NewRecoveryCodes>
    </Step>
  )
}
