import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow } from '#desk/lib/server-clock.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import type { WebhookRow } from '#shared/contract/webhooks.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { hooksQuery, removeHook, renewSecret, setActive, testHook } from './api.ts'
import { Deliveries } from './deliveries.tsx'
import { HookForm } from './hook-form.tsx'
import { eventWords, hookName, webhookLabel } from './hook-words.ts'
import css from './webhooks.module.css'

interface HookCardProps {
  hook: WebhookRow
  onSecret: (secret: string) => void
}

export function HookCard({ hook, onSecret }: HookCardProps) {
  const queryClient = useQueryClient()
  const heading = useId()
  const [open, setOpen] = useState<'none' | 'form' | 'renewal' | 'removal'>('none')
  const close = () => setOpen('none')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (act: () => Promise<string>) => act(),
    onSuccess: (says) => {
      close()
      showToast(`${hookName(hook)}: ${says}`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: hooksQuery.queryKey }),
  })
  const ask = (what: typeof open) => {
    reset()
    setOpen(what)
  }
  const { id, url, events, is_active, previous_until } = hook
  const name = hookName(hook)
  const look = webhookLabel(hook)
  const problem = error && errorMessage(error)
  return (
    <li className={`${layout.tight} ${pieces.listed} ${css.hook}`} aria-labelledby={heading}>
      <div className={layout.named}>
        <h2 className={`${layout.anywhere} ${layout.title}`} id={heading}>
          {name}
        </h2>
        <Chip tone={look.tone}>{look.word}</Chip>
      </div>
      <p className={`${layout.mono} ${layout.anywhere} ${layout.small}`}>{url}</p>
      <p className={layout.note}>{events.map((event) => eventWords[event]).join(' · ')}</p>
      {look.says && <p className={`${pieces.problem} ${pieces.readable}`}>{look.says}</p>}
      {previous_until && Date.parse(previous_until) > serverNow() && (
        <p className={layout.note}>
          New secret created. The old secret works until {dayAndTime(new Date(previous_until))}.
        </p>
      )}
      <div className={`${layout.cluster} ${css.acts}`}>
        <WhenOnline>
          <WebhookTestButton id={id} />
          <Button size="small" onClick={() => ask('form')}>
            Edit
          </Button>
          <Button
            size="small"
            disabled={isPending}
            onClick={() =>
              mutate(async () => {
                await setActive(id, !is_active)
                return is_active ? `${name} is paused.` : `${name} is active again.`
              })
            }
          >
            {is_active ? 'Pause' : 'Resume'}
          </Button>
          <Button size="small" onClick={() => ask('renewal')}>
            New secret
          </Button>
          <Button size="small" onClick={() => ask('removal')}>
            Remove
          </Button>
        </WhenOnline>
      </div>
      {problem && open === 'none' && (
        <p className={`${pieces.problem} ${pieces.readable}`} role="alert">
          {problem}
        </p>
      )}
      <Deliveries hook={id} />

      <HookForm isOpen={open === 'form'} hook={hook} onClose={close} onSecret={onSecret} />
      <ConfirmDialog
        isOpen={open === 'renewal'}
        title={`Create a new secret for ${name}?`}
        act="Create new secret"
        isBusy={isPending}
        problem={problem}
        onClose={close}
        onConfirm={() =>
          mutate(async () => {
            onSecret((await renewSecret(id)).secret)
            return 'New secret created.'
          })
        }
      >
        <p>
          You will get a new secret for the receiver. The current secret will keep working for 24 hours, so no event is
          lost.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'removal'}
        title={`Remove ${name}?`}
        act="Remove"
        isBusy={isPending}
        problem={problem}
        onClose={close}
        onConfirm={() =>
          mutate(async () => {
            await removeHook(id)
            return `${name} removed.`
          })
        }
      >
        <p>
          No more events will be sent to this address, and the delivery history will be deleted. This cannot be undone.
          To stop events temporarily, pause the webhook instead.
        </p>
      </ConfirmDialog>
    </li>
  )
}

/** Sends a sample event and shows the receiver's response. */
function WebhookTestButton({ id }: { id: string }) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => testHook(id) })
  const says = error ? errorMessage(error) : data && outcome(data)
  return (
    <>
      <Button size="small" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Sending…' : 'Send a test'}
      </Button>
      <p
        className={`${layout.small} ${css.outcome} ${!isPending && (error || data?.isTaken === false) ? layout.alert : ''}`}
        role="status"
      >
        {!isPending && says}
      </p>
    </>
  )
}

const outcome = ({ isTaken, says }: { isTaken: boolean; says: string }) =>
  isTaken ? `The test arrived. ${says}` : `The receiver rejected the test. ${says}`
