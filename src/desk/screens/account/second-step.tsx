import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lengthWords } from '#content/form-field.ts'
import { type Device, devicesKey, listDevices, removeDevice, verifyDevice } from '#desk/features/second-factor/api.ts'
import { DeviceSetup } from '#desk/features/second-factor/device-setup.tsx'
import { addPasskey, offersPasskeys, passkeyErrorMessage } from '#desk/features/second-factor/passkey.tsx'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import controls from '#desk/lib/controls.module.css'
import { refreshAuthState } from '#desk/lib/door.ts'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { useAttempt } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog } from '#desk/lib/when-online.tsx'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import css from './account.module.css'

type MethodDialog = { kind: 'add' | 'add-passkey' } | { kind: 'replace' | 'remove'; device: Device } | null

/**
 * The user's verification methods. An authenticator app can be replaced. The last remaining method cannot be removed.
 */
export function TwoStepVerification() {
  const { data, error, refetch } = useQuery({ queryKey: devicesKey, queryFn: listDevices })
  const [task, setTask] = useState<MethodDialog>(null)
  const close = () => setTask(null)
  return (
    <Section
      title="Two-step verification"
      text={
        offersPasskeys
          ? 'Use an authenticator app or a passkey. A passkey also replaces your password. Set up a second method on another device in case you lose the first.'
          : 'Use an authenticator app. Set up a second app on another device in case you lose your phone.'
      }
    >
      {data ? (
        <ul className={pieces.bounded}>
          {data.map((device) => (
            <li key={device.id} className={`${layout.ends} ${pieces.listed} ${css.row}`}>
              <div className={css.what}>
                <p className={`${layout.named} ${pieces.name}`}>{device.name}</p>
                <p className={layout.note}>{describeMethod(device)}</p>
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
        <ErrorNotice error={error} onRetry={() => void refetch()}>
          {authErrorMessage(error)}
        </ErrorNotice>
      ) : (
        <Skeleton lines={1} />
      )}
      <div className={`${css.below} ${layout.row}`}>
        <Button size="small" onClick={() => setTask({ kind: 'add' })}>
          Add an authenticator app
        </Button>
        {offersPasskeys && (
          <Button size="small" onClick={() => setTask({ kind: 'add-passkey' })}>
            Add a passkey
          </Button>
        )}
      </div>
      {(task?.kind === 'add' || task?.kind === 'replace') && (
        <AuthenticatorAppDialog replaces={task.kind === 'replace' ? task.device : null} onClose={close} />
      )}
      {task?.kind === 'add-passkey' && <PasskeyDialog onClose={close} />}
      {task?.kind === 'remove' && <RemoveMethodDialog device={task.device} onClose={close} />}
    </Section>
  )
}

function describeMethod({ kind, addedAt, usedAt }: Device): string {
  const since = dayAndTime(addedAt)
  if (kind === 'app') return `Since ${since}`
  return `Passkey since ${since}${usedAt ? `, last used ${dayAndTime(usedAt)}` : ''}`
}

interface NewDeviceProps {
  /** The device to remove after the new device's first code is verified. */
  replaces: Device | null
  onClose: () => void
}

/** Adds or replaces an authenticator app: asks for its name, and then for its first code. */
function AuthenticatorAppDialog({ replaces, onClose }: NewDeviceProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const setup = useRef<HTMLDivElement>(null)

  // The form that had the focus is gone, so the focus moves to the new content.
  useEffect(() => {
    if (name !== null) setup.current?.focus()
  }, [name])

  const finish = async () => {
    try {
      if (replaces) await removeDevice(replaces.id)
      showToast(replaces ? `${name} replaced ${replaces.name}.` : `${name} added.`)
    } catch (error) {
      showToast(`${name} was added, but ${replaces?.name} could not be removed: ${authErrorMessage(error)}`, {
        isAlert: true,
      })
    }
    void queryClient.invalidateQueries({ queryKey: devicesKey })
    onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={replaces ? `Replace ${isolateBidi(replaces.name)}` : 'Add an authenticator app'}
      description={replaces && 'The old app works until you enter the first code from the new one.'}
    >
      {name === null ? (
        <form
          className={controls.form}
          onSubmit={handleSubmit((fields) => setName(textOf(fields, 'name') || 'Authenticator app'))}
        >
          <NameField idPrefix="device" such="Work phone" />
          <Button look="signal" type="submit">
            Continue
          </Button>
        </form>
      ) : (
        <div ref={setup} tabIndex={-1} className={pieces.unmarked}>
          <DeviceSetup
            name={name}
            submit={replaces ? 'Replace' : 'Add'}
            prove={verifyDevice}
            onDone={() => void finish()}
          />
        </div>
      )}
    </Dialog>
  )
}

/** Adds a passkey: asks for its name, and then opens the browser's own dialog. */
function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { isBusy, problem, attempt } = useAttempt(passkeyErrorMessage)
  const add = async (name: string) => {
    if (!(await attempt(() => addPasskey(name)))) return
    showToast(`${name} added.`)
    onClose()
    void queryClient.invalidateQueries({ queryKey: devicesKey })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add a passkey"
      description="Store the passkey on this device, your phone or a security key. You can then sign in with your fingerprint, face or PIN."
    >
      <form className={controls.form} onSubmit={handleSubmit((fields) => add(textOf(fields, 'name') || 'Passkey'))}>
        <NameField idPrefix="passkey" such="Work laptop" />
        {problem && <FormProblem failure={problem} />}
        <Button look="signal" type="submit" disabled={isBusy}>
          {isBusy ? 'Waiting for your device…' : 'Create passkey'}
        </Button>
      </form>
    </Dialog>
  )
}

/** Asks for confirmation, because every session that was verified with this device must verify again. */
function RemoveMethodDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { isBusy, problem, attempt } = useAttempt()
  const remove = async () => {
    if (!(await attempt(() => removeDevice(device.id)))) return
    showToast(`${isolateBidi(device.name)} removed.`)
    onClose()
    // If this session was verified with the removed device, the desk now asks for a code.
    await refreshAuthState()
    void queryClient.invalidateQueries()
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${isolateBidi(device.name)}?`}
      act="Remove"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        {device.kind === 'app'
          ? 'Codes from this app will no longer work. Sessions verified with this app will require another method.'
          : 'This passkey will no longer work. Sessions started with only this passkey will end. Sessions verified with this passkey will require another method.'}
      </p>
    </ConfirmDialog>
  )
}

const longest = 60

const NameField = ({ idPrefix, such }: { idPrefix: string; such: string }) => (
  <Field
    spec={{
      name: 'name',
      label: 'Device name',
      type: 'text',
      required: true,
      autocomplete: 'off',
      longest,
    }}
    idPrefix={idPrefix}
    lengthWords={lengthWords}
    hint={`A name that you will recognize, such as “${such}”.`}
  />
)
