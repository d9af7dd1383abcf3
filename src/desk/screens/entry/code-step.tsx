import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  countRecoveryCodes,
  devicesKey,
  listDevices,
  proveDevice,
  recoveryKey,
} from '#desk/features/second-factor/api.ts'
import { CodeForm } from '#desk/features/second-factor/code-form.tsx'
import { authInWords } from '#desk/lib/auth-words.ts'
import { duties } from '#desk/lib/duties.ts'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { RecoveryCodeStep } from './recovery-code-step.tsx'
import css from './step.module.css'
import { Step } from './step.tsx'
import { WayOut } from './way-out.tsx'
import { recoveryWay, signInWay } from './ways.ts'

/** A code of the second step is wanted: of an app, or of the paper. */
export function CodeStep({ email }: { email: string }) {
  const devices = useQuery({ queryKey: devicesKey, queryFn: listDevices })
  const left = useQuery({ queryKey: recoveryKey, queryFn: countRecoveryCodes, retry: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const [isByPaper, setByPaper] = useState(false)
  const way = { stops: duties().password === 'recovery' ? recoveryWay : signInWay, at: 1 }

  if (isByPaper) return <RecoveryCodeStep email={email} way={way} onBack={() => setByPaper(false)} />
  if (devices.isError) {
    return (
      <Step title="Enter the code" way={way} foot={<WayOut email={email} />}>
        <FormProblem failure={authInWords(devices.error)} />
        <div className={css.ways}>
          <Button onClick={() => void devices.refetch()}>Try again</Button>
        </div>
      </Step>
    )
  }
  if (!devices.data) return <Bones lines={2} label="Looking for your devices" />

  const device = devices.data.find(({ id }) => id === chosen) ?? devices.data[0]
  return (
    <Step
      title="Enter the code"
      way={way}
      text={<p>Open your authenticator app: it shows six digits for the desk.</p>}
      foot={
        <>
          <p className={css.small}>
            {left.data
              ? 'Phone not at hand? One of your recovery codes does it too.'
              : 'Phone lost? An owner of the desk can take the second step off your account, so that you set it up anew.'}
          </p>
          <WayOut email={email} />
        </>
      }
    >
      {devices.data.length > 1 && device && (
        <ToggleGroup
          label="Which device"
          options={devices.data.map(({ id, name }) => ({ value: id, label: name }))}
          value={device.id}
          onChange={setChosen}
        />
      )}
      {device ? (
        <CodeForm key={device.id} label="Code" submit="Go on" prove={(code) => proveDevice(device.id, code)}>
          {left.data ? (
            <button type="button" className={css.link} onClick={() => setByPaper(true)}>
              Use a recovery code
            </button>
          ) : null}
        </CodeForm>
      ) : (
        <FormProblem failure="Your second step is of a kind that the desk does not know.">
          Ask an owner to take it off your account.
        </FormProblem>
      )}
    </Step>
  )
}
