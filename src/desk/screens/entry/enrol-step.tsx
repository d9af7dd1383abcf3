import { asFirst, proveDevice } from '#desk/features/second-factor/api.ts'
import { DeviceSetup } from '#desk/features/second-factor/device-setup.tsx'
import { addPasskey, offersPasskeys, PasskeyButton } from '#desk/features/second-factor/passkey.tsx'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'
import { Step } from './step.tsx'
import { WayOut } from './way-out.tsx'
import { setUpWay } from './ways.ts'

/** Sets up the second step. It cannot be skipped, because without one the database shows nothing. */
export function EnrolStep({ email }: { email: string }) {
  return (
    <Step
      title="Set up the second step"
      way={{ stops: setUpWay, at: 1 }}
      begins="heading"
      text={
        <p>
          What visitors wrote is behind two locks: your password, and a code from an app on your phone. Any
          authenticator app will do.
        </p>
      }
      foot={<WayOut email={email} />}
    >
      <DeviceSetup
        name="Authenticator app"
        submit="Go on"
        prove={(factorId, code) => asFirst(() => proveDevice(factorId, code))}
      />
      {offersPasskeys && (
        <div className={`${layout.stack} ${pieces.listed} ${css.other}`}>
          <p className={layout.note}>
            Or make a passkey: this device, or a security key, then asks for your finger, face or PIN in place
            of a code. No other site can ask for it.
          </p>
          <PasskeyButton says="Make a passkey instead" show={() => asFirst(() => addPasskey('Passkey'))} />
        </div>
      )}
    </Step>
  )
}
