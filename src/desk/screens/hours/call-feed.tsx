import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '#desk/features/second-factor/device-setup.tsx'
import controls from '#desk/lib/controls.module.css'
import { inWords } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import { Problem } from '#desk/lib/problem.tsx'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import type { Host } from '#shared/contract/hosts.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { endFeed, hostsQuery, renewFeed } from './api.ts'
import css from './hours.module.css'

/** The confirmed calls of a host, for the calendar programs they use. */
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
      tell('The address is ended.')
    },
    ...settled,
  })
  return (
    <Section
      title="Calls in a calendar"
      text="An address to which calendar programs subscribe: it has the confirmed calls, and stays true when they move."
    >
      {!isOwnServer && (
        <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>{projectLacks.calendars}</p>
      )}
      {isOwnServer && (
        <>
          <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>
            {feed_since === null
              ? 'There is no address so far.'
              : `There is an address since ${dayAndTime(new Date(feed_since))}. It is not kept here, so it cannot be shown again; a new one ends it.`}
          </p>
          {asking === null && <Problem error={renew.error} />}
          <div className={layout.cluster}>
            <WhenOnline>
              {feed_since === null ? (
                <Button disabled={renew.isPending} onClick={() => renew.mutate()}>
                  Make an address
                </Button>
              ) : (
                <>
                  <Button onClick={() => setAsking('renewal')}>Make a new address</Button>
                  <Button onClick={() => setAsking('end')}>End the address</Button>
                </>
              )}
            </WhenOnline>
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={asking === 'renewal'}
        title="Make a new address?"
        act="Make a new address"
        isBusy={renew.isPending}
        problem={renew.error && inWords(renew.error)}
        onClose={() => setAsking(null)}
        onConfirm={() => renew.mutate()}
      >
        <p>The one before is ended at once: each program that has it needs the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'end'}
        title="End the address?"
        act="End it"
        isBusy={end.isPending}
        problem={end.error && inWords(end.error)}
        onClose={() => setAsking(null)}
        onConfirm={() => end.mutate()}
      >
        <p>Programs that have it get nothing more. What they have already, they may go on showing.</p>
      </ConfirmDialog>
      <FeedAddress address={address} onClose={() => setAddress(null)} />
    </Section>
  )
}

interface FeedAddressProps {
  /** Null: nothing to show. */
  address: string | null
  onClose: () => void
}

/** Shows the address of a calendar, this once, and how programs subscribe to it. */
function FeedAddress({ address, onClose }: FeedAddressProps) {
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
