import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Device, devicesKey, proveDevice, removeDevice } from '#desk/features/second-factor/api.ts'
import { DeviceSetup } from '#desk/features/second-factor/device-setup.tsx'
import { authInWords } from '#desk/lib/auth-words.ts'
import controls from '#desk/lib/controls.module.css'
import { sends, textOf } from '#desk/lib/form.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { isolate } from '#shared/lib/isolate.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { tell } from '#ui/toast.tsx'
import { NameField } from './name-field.tsx'

interface NewDeviceProps {
  /** The device that is removed once the new one has given a code. */
  replaces: Device | null
  onClose: () => void
}

/** Adds a device, or puts one in the place of another: first its name, then its code. */
export function NewDevice({ replaces, onClose }: NewDeviceProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const setup = useRef<HTMLDivElement>(null)

  // The form that had the focus is gone, so the focus moves to the start of what replaced it.
  useEffect(() => {
    if (name !== null) setup.current?.focus()
  }, [name])

  const finish = async () => {
    try {
      if (replaces) await removeDevice(replaces.id)
      tell(replaces ? `${name} has taken the place of ${replaces.name}.` : `${name} is added.`)
    } catch (error) {
      tell(`${name} is added, but ${replaces?.name} is still there: ${authInWords(error)}`, { isAlert: true })
    }
    void queryClient.invalidateQueries({ queryKey: devicesKey })
    onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={replaces ? `Replace ${isolate(replaces.name)}` : 'Add a device'}
      description={replaces && 'The old one works until the new one has shown its first code.'}
    >
      {name === null ? (
        <form
          className={controls.form}
          onSubmit={sends((fields) => setName(textOf(fields, 'name') || 'Authenticator app'))}
        >
          <NameField idPrefix="device" such="Work phone" />
          <Button look="signal" type="submit">
            Go on
          </Button>
        </form>
      ) : (
        <div ref={setup} tabIndex={-1} className={pieces.unmarked}>
          <DeviceSetup
            name={name}
            submit={replaces ? 'Replace' : 'Add'}
            prove={proveDevice}
            onDone={() => void finish()}
          />
        </div>
      )}
    </Dialog>
  )
}
