import { useEffect, useRef } from 'react'
import { basesWords, claimBases } from '#content/claim-bases.ts'
import { baseOf, type ClaimId, claims } from '#content/claims.ts'
import { holdPage } from '#site/lib/hold-page.ts'
import modal from '#site/lib/modal.module.css'
import { Icon } from '#ui/icon.tsx'
import css from './base-dialog.module.css'
import { BaseFacts } from './base-facts.tsx'

interface BaseDialogProps {
  claim: ClaimId
  onClose: () => void
}

/** What one figure counts. It opens as it appears; the browser gives the focus back. */
export function BaseDialog({ claim, onClose }: BaseDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current) return
    dialog.current.showModal()
    return holdPage(dialog.current)
  }, [])
  const base = claimBases[claim]
  return (
    <dialog
      ref={dialog}
      className={`${modal.dialog} ${css.dialog}`}
      closedby="any"
      aria-labelledby="base-title"
      onClose={onClose}
    >
      <div className={`${modal.frame} ${css.frame}`}>
        {/* First in the markup: the focus goes to it, and a link at the end would scroll a low window down to itself. */}
        <button
          type="button"
          className={modal.close}
          aria-label={basesWords.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
        <h2 id="base-title" className={css.title}>
          <span className={css.value}>{claims[claim]}</span> {base.label}
        </h2>
        <BaseFacts base={base} />
        <a href={baseOf(claim)} className={css.all}>
          {basesWords.all}
        </a>
      </div>
    </dialog>
  )
}
