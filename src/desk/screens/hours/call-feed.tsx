import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '#desk/features/second-factor/device-setup.tsx'
import controls from '#desk/lib/controls.module.css'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import type { Host } from '#shared/contract/hosts.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { endFeed, hostsQuery, renewFeed } from './api.ts'
import css from './hours.module.css'

/** A feed of the host's confirmed calls, for calendar apps. */
export function CallFeed({ host: { id, feed_since } }: { host: Host }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'renewal' | 'end' | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const settled = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: hostsQuery.queryKey }),
  }
  const renew = useMutation({
    mutationFn: () => renewFeed(id),
    onSuccess: (made) => {
      setAsking(null)
      setAddress(made)
    },
    ...settled,
  })
  const end = useMutation({
    mutationFn: () => endFeed(id),
    onSuccess: () => {
      setAsking(null)
      showToast('Address revoked.')
    },
    ...settled,
  })
  return (
    <Section
      title="Calendar feed"
      text="Calendar apps can subscribe to a list of the confirmed calls at a secret address. The list is updated when the calls change."
    >
      {!isOwnServer && <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>{projectLacks.calendars}</p>}
      {isOwnServer && (
        <>
          <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>
            {feed_since === null
              ? 'No address yet.'
              : `Address created ${dayAndTime(new Date(feed_since))}. It is not stored, so it cannot be shown again; a new one replaces it.`}
          </p>
          {asking === null && <ErrorNotice error={renew.error} />}
          <div className={layout.cluster}>
            <WhenOnline>
              {feed_since === null ? (
                <Button disabled={renew.isPending} onClick={() => renew.mutate()}>
                  Create address
                </Button>
              ) : (
                <>
                  <Button onClick={() => setAsking('renewal')}>Create new address</Button>
                  <Button onClick={() => setAsking('end')}>Revoke address</Button>
                </>
              )}
            </WhenOnline>
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={asking === 'renewal'}
        title="Create a new address?"
        act="Create new address"
        isBusy={renew.isPending}
        problem={renew.error && errorMessage(renew.error)}
        onClose={() => setAsking(null)}
        onConfirm={() => renew.mutate()}
      >
        <p>The old address will stop working at once. Every app that uses it will need the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'end'}
        title="Revoke the address?"
        act="Revoke"
        isBusy={end.isPending}
        problem={end.error && errorMessage(end.error)}
        onClose={() => setAsking(null)}
        onConfirm={() => end.mutate()}
      >
        <p>
          Apps that use the address will get no more updates. They may keep showing the calls that they already have.
        </p>
      </ConfirmDialog>
      <FeedAddress address={address} onClose={() => setAddress(null)} />
    </Section>
  )
}

interface FeedAddressProps {
  address: string | null
  onClose: () => void
}

/** Shows the feed's new URL once, and explains how to subscribe to the feed. */
function FeedAddress({ address, onClose }: FeedAddressProps) {
  return (
    <Dialog
      isOpen={address !== null}
      onClose={onClose}
      title="Your calendar address"
      description="This address is shown only once. Anyone who has it can see the calls and the visitors’ names, so use it only in your own apps."
    >
      <p className={controls.secret}>{address}</p>
      <div className={layout.row}>
        <CopyButton text={address ?? ''} says="Copy address" />
        <a className={buttonClass('plain', 'small')} href={address?.replace(/^https?:/, 'webcal:')}>
          Open in a calendar app
        </a>
      </div>
      <ul className={layout.note}>
        <li>
          <strong>Google:</strong> next to “Other calendars”, select +, then “From URL”.
        </li>
        <li>
          <strong>Outlook:</strong> select “Add calendar”, then “Subscribe from web”.
        </li>
        <li>
          <strong>Apple:</strong> select “File”, then “New Calendar Subscription”.
        </li>
      </ul>
      <p className={layout.note}>Some apps update only every few hours.</p>
      <Button look="signal" onClick={onClose}>
        Done
      </Button>
    </Dialog>
  )
}
