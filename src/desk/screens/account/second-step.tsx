import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Device, devicesKey, listDevices } from '#desk/features/second-factor/api.ts'
import { offersPasskeys } from '#desk/features/second-factor/passkey.tsx'
import { authInWords } from '#desk/lib/auth-words.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { dayAndTime } from '#desk/lib/times.ts'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './account.module.css'
import { NewDevice } from './new-device.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { Problem } from './problem.tsx'
import { RemoveDevice } from './remove-device.tsx'

type Task = { kind: 'add' | 'add-passkey' } | { kind: 'replace' | 'remove'; device: Device } | null

/** The devices of my second step. The last one cannot be removed; an app can be replaced. */
export function SecondStep() {
  const { data, error, refetch } = useQuery({ queryKey: devicesKey, queryFn: listDevices })
  const [task, setTask] = useState<Task>(null)
  const close = () => setTask(null)
  return (
    <Section
      title="Second step"
      text={
        offersPasskeys
          ? 'Devices whose app shows you codes, and passkeys, which open the desk alone. A second one, kept elsewhere, saves you the day a device is lost.'
          : 'Devices whose app shows you codes. A second one, kept elsewhere, saves you the day your phone is lost.'
      }
    >
      {data ? (
        <ul className={pieces.bounded}>
          {data.map((device) => (
            <li key={device.id} className={`${layout.ends} ${pieces.listed} ${css.row}`}>
              <div className={css.what}>
                <p className={`${layout.named} ${pieces.name}`}>{device.name}</p>
                <p className={layout.note}>{sayingOf(device)}</p>
              </div>
              <div className={layout.row}>
                {device.kind === 'app' && (
                  <Button
                    size="small"
                    aria-label={`Replace ${device.name}`}
                    onClick={() => setTask({ kind: 'replace', device })}
                  >
                    Replace
                  </Button>
                )}
                {data.length > 1 && (
                  <Button
                    size="small"
                    aria-label={`Remove ${device.name}`}
                    onClick={() => setTask({ kind: 'remove', device })}
                  >
                    Remove
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      ) : error ? (
        <Problem says={authInWords(error)} onRetry={() => void refetch()} />
      ) : (
        <Bones lines={1} />
      )}
      <div className={`${css.below} ${layout.row}`}>
        <Button size="small" onClick={() => setTask({ kind: 'add' })}>
          Add a device
        </Button>
        {offersPasskeys && (
          <Button size="small" onClick={() => setTask({ kind: 'add-passkey' })}>
            Add a passkey
          </Button>
        )}
      </div>
      {(task?.kind === 'add' || task?.kind === 'replace') && (
        <NewDevice replaces={task.kind === 'replace' ? task.device : null} onClose={close} />
      )}
      {task?.kind === 'add-passkey' && <NewPasskey onClose={close} />}
      {task?.kind === 'remove' && <RemoveDevice device={task.device} onClose={close} />}
    </Section>
  )
}

function sayingOf({ kind, addedAt, usedAt }: Device): string {
  const since = dayAndTime(addedAt)
  if (kind === 'app') return `Since ${since}`
  return `Passkey since ${since}${usedAt ? `, last used ${dayAndTime(usedAt)}` : ''}`
}
