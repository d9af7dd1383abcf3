import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import type { ClaimId } from '#content/claims.ts'
import { isPlainClick } from '#site/lib/navigation.ts'
import type { BaseDialog } from './base-dialog.tsx'

const loadDialog = () => import('./base-dialog.tsx')

/**
 * Shows what a figure counts over the page. The figures themselves are links to the page of all bases: that is where
 * they lead without script, before this has loaded, and when the dialog cannot be loaded.
 */
export function BaseOpener() {
  const [shown, setShown] = useState<{
    claim: ClaimId
    Dialog: ComponentType<ComponentProps<typeof BaseDialog>>
  }>()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href*="figures"][href*="#"]')
      if (!link || link.closest('dialog') || !isPlainClick(event)) return
      event.preventDefault()
      loadDialog().then(
        ({ BaseDialog }) => setShown({ claim: link.hash.slice(1) as ClaimId, Dialog: BaseDialog }),
        () => location.assign(link.href),
      )
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return shown && <shown.Dialog claim={shown.claim} onClose={() => setShown(undefined)} />
}
