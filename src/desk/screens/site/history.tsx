import { useState } from 'react'
import { errorMessage } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import type { SitePublication, SiteState } from '#shared/contract/site.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { restorePublication, useSiteAction } from './api.ts'
import { useAuthorNames } from './field.tsx'
import css from './site.module.css'

interface Version {
  id: number
  name: string
  about: string
  isLive: boolean
}

/** All publications, latest first, and the original site. */
export function History({ state: { publications } }: { state: SiteState }) {
  const nameOf = useAuthorNames()
  const [wanted, setWanted] = useState<Version | null>(null)
  const { mutate, isPending, error, reset } = useSiteAction(restorePublication, () => {
    showToast('Restored and published.')
    setWanted(null)
  })
  const timeOf = ({ at }: Pick<SitePublication, 'at'>) => dayAndTime(new Date(at))
  const restoredIn = (id: number) => {
    const source = publications.find((one) => one.id === id)
    return source ? `the site of ${timeOf(source)}` : 'the original site'
  }
  const versions = publications.map((publication): Version => {
    const { id, author, edits, restored, isLive } = publication
    const about = `By ${nameOf(author)}, ${edits === 0 ? 'no changed texts' : countWithNoun(edits, 'changed text')}${restored === null ? '' : `, restored from ${restoredIn(restored)}`}`
    return { id, name: timeOf(publication), about, isLive }
  })
  const isOriginalLive = !publications.some(({ isLive }) => isLive)
  const original: Version = {
    ...{ id: 0, name: 'Original site', isLive: isOriginalLive },
    about: 'The texts of the installed release, without any changes',
  }
  const close = () => {
    reset()
    setWanted(null)
  }
  return (
    <div className={`${layout.left} ${pieces.sections} ${css.words}`}>
      <p className={layout.soft}>Each publication is kept. Restoring one publishes it again.</p>
      <ol className={pieces.bounded}>
        {[...versions, original].map((version) => (
          <li key={version.id} className={`${pieces.listed} ${pieces.line}`}>
            <div className={layout.close}>
              <div className={layout.named}>
                <h2 className={pieces.name}>{version.name}</h2>
                {version.isLive && <Chip tone="ink">On the site now</Chip>}
              </div>
              <p className={layout.note}>{version.about}</p>
            </div>
            {!version.isLive && (
              <WhenOnline>
                <Button size="small" aria-label={`Restore ${version.name}`} onClick={() => setWanted(version)}>
                  Restore
                </Button>
              </WhenOnline>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        isOpen={wanted !== null}
        title={`Restore ${wanted?.id === 0 ? 'the original site' : `the site of ${wanted?.name}`}?`}
        act="Restore"
        isBusy={isPending}
        problem={error && errorMessage(error)}
        onClose={close}
        onConfirm={() => wanted && mutate(wanted.id)}
      >
        <p>Visitors will see it immediately. You can restore the present site in the same way.</p>
      </ConfirmDialog>
    </div>
  )
}
