import { proveFirstDevice } from '#desk/features/second-factor/api.ts'
import { DeviceSetup } from '#desk/features/second-factor/device-setup.tsx'
import { Step } from './step.tsx'
import { WayOut } from './way-out.tsx'
import { setUpWay } from './ways.ts'

/** No second step yet. Without one the database shows nothing, so there is no way past it. */
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
      <DeviceSetup name="Authenticator app" submit="Go on" prove={proveFirstDevice} />
    </Step>
  )
}
