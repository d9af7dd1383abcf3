import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { CopyButton } from '#desk/features/second-factor/device-setup.tsx'
import { errorMessage, Failure } from '#desk/lib/failure.ts'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import type { SiteState } from '#shared/contract/site.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { createPreview, discardDraft, publishDraft, restorePublication, useSiteAction } from './api.ts'
import css from './site.module.css'

/** Says how many changes are not published, and previews, publishes or discards them. */
export function DraftBar({ state }: { state: SiteState }) {
  const { revision, unpublished, publications } = state
  const [isDiscarding, setDiscarding] = useState(false)
  const live = publications.find(({ isLive }) => isLive)?.id ?? 0
  const undo = useSiteAction(restorePublication, () => showToast('The earlier site is published again.'))
  const publish = useSiteAction(
    (_before: number) => publishDraft(revision),
    (_, before) => showToast('Published.', { undo: () => undo.mutate(before) }),
  )
  const discard = useSiteAction(
    () => discardDraft(revision),
    () => {
      setDiscarding(false)
      showToast('The changes are discarded.')
    },
  )
  const count = unpublished.length
  const error = publish.error ?? undo.error
  return (
    <div className={`${layout.stack} ${css.bar}`}>
      <div className={`${layout.ends} ${css.head}`}>
        <p className={css.state} role="status">
          {count === 0 ? (
            'Everything is published'
          ) : (
            <Link to="/site" search={{ part: 'words', only: 'unpublished' }}>
              {countWithNoun(count, 'change')} {count === 1 ? 'is' : 'are'} not published yet
            </Link>
          )}
        </p>
        <div className={layout.cluster}>
          <WhenOnline>
            {count > 0 && (
              <Button size="small" onClick={() => setDiscarding(true)}>
                Discard changes
              </Button>
            )}
            <PreviewButton />
            {count > 0 && (
              <Button size="small" look="signal" disabled={publish.isPending} onClick={() => publish.mutate(live)}>
                {publish.isPending ? 'Publishing…' : 'Publish'}
              </Button>
            )}
          </WhenOnline>
        </div>
      </div>
      <ErrorNotice error={error}>{conflictIn(error)}</ErrorNotice>
      <ConfirmDialog
        isOpen={isDiscarding}
        title={`Discard ${countWithNoun(count, 'change')}?`}
        act="Discard"
        isBusy={discard.isPending}
        problem={discard.error && (conflictIn(discard.error) ?? errorMessage(discard.error))}
        onClose={() => {
          discard.reset()
          setDiscarding(false)
        }}
        onConfirm={() => discard.mutate()}
      >
        <p>The draft will be the same as the published site. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  )
}

const conflictIn = (error: Error | null) =>
  error instanceof Failure && error.status === 409
    ? 'Another owner has changed the draft. The current draft is shown now. Check it, then try again.'
    : undefined

function PreviewButton() {
  const [isOpen, setOpen] = useState(false)
  const { mutate, data, error, isPending, reset } = useSiteAction(createPreview, () => undefined)
  const open = () => {
    reset()
    // Browsers allow a new tab only right after the click, so the tab opens before the link is known.
    const tab = window.open('', '_blank')
    mutate(undefined, {
      onSuccess: ({ url }) => {
        setOpen(true)
        if (tab) tab.location.href = url
      },
      onError: () => {
        setOpen(true)
        tab?.close()
      },
    })
  }
  return (
    <>
      <Button size="small" disabled={isPending} onClick={open}>
        {isPending ? 'Preparing…' : 'Preview'}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Preview of the draft">
        <ErrorNotice error={error} />
        {data && <PreviewLink {...data} />}
      </Dialog>
    </>
  )
}

function PreviewLink({ url, until }: { url: string; until: string }) {
  const picture = renderSVG(url, { ecc: 'M', border: 3, whiteColor: 'white', blackColor: 'black' })
  return (
    <div className={`${layout.row} ${css.preview}`}>
      <img
        className={css.code}
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt="QR code that opens the preview on a phone"
        width="176"
        height="176"
      />
      <div className={`${layout.tight} ${css.link}`}>
        <p>Works on any device until {dayAndTime(new Date(until))}. Visitors cannot see the draft.</p>
        <p className={`${layout.mono} ${layout.anywhere}`}>{url}</p>
        <div className={layout.cluster}>
          <a className={buttonClass('signal', 'small')} href={url} target="_blank" rel="noreferrer">
            Open preview
          </a>
          <CopyButton text={url} says="Copy link" />
        </div>
      </div>
    </div>
  )
}
