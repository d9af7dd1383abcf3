import { CopyButton } from '#desk/features/second-factor/device-setup.tsx'
import controls from '#desk/lib/controls.module.css'
import { Button, buttonLook } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'

interface FeedAddressProps {
  /** Null: nothing to show. */
  address: string | null
  onClose: () => void
}

/** Shows the address of a calendar, this once, and how programs subscribe to it. */
export function FeedAddress({ address, onClose }: FeedAddressProps) {
  return (
    <Dialog
      isOpen={address !== null}
      onClose={onClose}
      title="The address, shown this once"
      description="Whoever has it sees the calls with their visitors’ names. Give it to your own programs alone."
    >
      <p className={controls.secret}>{address}</p>
      <div className={layout.row}>
        <CopyButton text={address ?? ''} says="Copy the address" />
        <a className={buttonLook('plain', 'small')} href={address?.replace(/^https?:/, 'webcal:')}>
          Open in a calendar program
        </a>
      </div>
      <ul className={layout.note}>
        <li>
          <strong>Google:</strong> beside ‘Other calendars’ press +, then ‘From URL’.
        </li>
        <li>
          <strong>Outlook:</strong> ‘Add calendar’, then ‘Subscribe from web’.
        </li>
        <li>
          <strong>Apple:</strong> File, then ‘New Calendar Subscription’.
        </li>
      </ul>
      <p className={layout.note}>Some programs ask for what is new only every few hours.</p>
      <Button look="signal" onClick={onClose}>
        I have it
      </Button>
    </Dialog>
  )
}
