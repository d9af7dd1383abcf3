import { useQueryClient } from '@tanstack/react-query'
import { type Device, removeDevice } from '#desk/features/second-factor/api.ts'
import { lookAtDoor } from '#desk/lib/door.ts'
import { useAttempt } from '#desk/lib/mutations.ts'
import { ConfirmDialog } from '#desk/lib/when-online.tsx'
import { isolate } from '#shared/lib/isolate.ts'
import { tell } from '#ui/toast.tsx'

/** Confirms the removal, because sessions that this device verified must verify with another one. */
export function RemoveDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { isBusy, problem, attempt } = useAttempt()
  const remove = async () => {
    if (!(await attempt(() => removeDevice(device.id)))) return
    tell(`${isolate(device.name)} is removed.`)
    onClose()
    // The device may have verified this session too: then the desk asks for a code before it asks for anything else.
    await lookAtDoor()
    void queryClient.invalidateQueries()
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${isolate(device.name)}?`}
      act="Remove"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        {device.kind === 'app'
          ? 'Its codes will not be taken any more. Wherever you came in with one, you are asked for another second step.'
          : 'It opens nothing any more. Wherever you came in with it alone, you are signed out; wherever it was your second step, you are asked for another.'}
      </p>
    </ConfirmDialog>
  )
}
