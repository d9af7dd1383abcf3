import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { CopyButton } from '#desk/features/second-factor/device-setup.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import type { SitePublishRequest, SiteState } from '#shared/contract/site.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { createPreview, discardDraft, publishSite, useSiteAction } from './api.ts'
import { useAuthorNames } from './field.tsx'
import css from './site.module.css'
import type { SiteDraft } from './texts.ts'

/** Says how many changes are not published, and previews, publishes or discards them. */
export function DraftBar({ state }: { state: SiteState }) {
  const { revision, unpublished, publications } = state
  const count = unpublished.length
  const [isDiscarding, setDiscarding] = useState(false)
  const undo = useSiteAction(publishSite, () => showToast('The earlier site is published again.'))
  const before = { revision, restored: publications[0]?.id ?? 0 }
  const publish = useSiteAction(
    (_before: SitePublishRequest) => publishSite({ revision, restored: null }),
    (_, earlier) => showToast('Published.', { undo: () => undo.mutate(earlier) }),
  )
  const discard = useSiteAction(
    () => discardDraft(revision),
    () => setDiscarding(false),
  )
  return (
    <div className={`${layout.stack} ${css.bar}`}>
      <div className={`${layout.bar} ${pieces.apart}`}>
        <p className={pieces.name} role="status">
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
              <Button size="small" look="signal" disabled={publish.isPending} onClick={() => publish.mutate(before)}>
                {publish.isPending ? 'Publishing…' : 'Publish'}
              </Button>
            )}
          </WhenOnline>
        </div>
      </div>
      <ErrorNotice error={publish.error ?? undo.error} />
      <ConfirmDialog
        isOpen={isDiscarding}
        title={`Discard ${countWithNoun(count, 'change')}?`}
        act="Discard"
        isBusy={discard.isPending}
        problem={discard.error && errorMessage(discard.error)}
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

function PreviewButton() {
  const [isOpen, setOpen] = useState(false)
  const { mutate, data, error, isPending } = useSiteAction(createPreview)
  const open = () => {
    // Browsers allow a new tab only right after the click, so the tab opens before the link is known.
    const tab = window.open('', '_blank')
    mutate(undefined, {
      onSuccess: ({ url }) => tab?.location.replace(url),
      onError: () => tab?.close(),
      onSettled: () => setOpen(true),
    })
  }
  return (
    <>
      <Button size="small" disabled={isPending} onClick={open}>
        {isPending ? 'Preparing…' : 'Preview'}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Preview of the draft">
        <ErrorNotice error={error} />
        {data && (
          <div className={layout.left}>
            <p>Works on any device until {dayAndTime(new Date(data.until))}. Visitors cannot see the draft.</p>
            <img
              src={`data:image/svg+xml,${encodeURIComponent(renderSVG(data.url, { border: 3 }))}`}
              alt="QR code that opens the preview on a phone"
              width="176"
              height="176"
            />
            <p className={`${layout.mono} ${layout.anywhere}`}>{data.url}</p>
            <div className={layout.cluster}>
              <a className={buttonClass('signal', 'small')} href={data.url} target="_blank" rel="noreferrer">
                Open preview
              </a>
              <CopyButton text={data.url} says="Copy link" />
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}

/** All publications, latest first, and the original site. */
export function History({ draft }: { draft: SiteDraft }) {
  const { publications, revision, unpublished } = draft.state
  const nameOf = useAuthorNames()
  const [wanted, setWanted] = useState<{ id: number; name: string } | null>(null)
  const { mutate, isPending, error, reset } = useSiteAction(publishSite, () => {
    showToast('Restored and published.')
    setWanted(null)
  })
  const timeOf = (id: number) => {
    const publication = publications.find((one) => one.id === id)
    return publication ? dayAndTime(new Date(publication.at)) : 'Original site'
  }
  const versions = publications.map(({ id, author, edits, restored }) => {
    const source = restored === null ? '' : `, restored from: ${timeOf(restored)}`
    return { id, about: `By ${nameOf(author)}, ${countWithNoun(edits, 'changed text')}${source}` }
  })
  versions.push({ id: 0, about: 'The texts of the installed release' })
  const close = () => {
    reset()
    setWanted(null)
  }
  return (
    <div className={layout.stack}>
      <p className={layout.soft}>Each publication is kept. Restoring one publishes it again.</p>
      <ol className={pieces.bounded}>
        {versions.map(({ id, about }, at) => {
          const isLive = at === 0
          const name = timeOf(id)
          return (
            <li key={id} className={`${pieces.listed} ${pieces.line}`}>
              <div className={layout.close}>
                <div className={layout.named}>
                  <h2 className={pieces.name}>{name}</h2>
                  {isLive && <Chip tone="ink">On the site now</Chip>}
                </div>
                <p className={layout.note}>{about}</p>
              </div>
              {!isLive && (
                <WhenOnline>
                  <Button size="small" aria-label={`Restore ${name}`} onClick={() => setWanted({ id, name })}>
                    Restore
                  </Button>
                </WhenOnline>
              )}
            </li>
          )
        })}
      </ol>
      <ConfirmDialog
        isOpen={wanted !== null}
        title={`Restore: ${wanted?.name}?`}
        act="Restore"
        isBusy={isPending}
        problem={error && errorMessage(error)}
        onClose={close}
        onConfirm={() => wanted && mutate({ revision, restored: wanted.id })}
      >
        <p>Visitors will see it immediately. You can restore the present site in the same way.</p>
        {unpublished.length > 0 && (
          <p>It replaces the draft: {countWithNoun(unpublished.length, 'unpublished change')} will be lost.</p>
        )}
      </ConfirmDialog>
    </div>
  )
}
