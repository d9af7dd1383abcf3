import { navigation } from '#content/navigation.ts'
import { viewHref } from '#site/lib/navigation.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Missing } from './use-views.ts'

/** Shown over the current view when the next one could not be loaded. */
export function LoadFailure({ failure, onRetry }: { failure: Missing; onRetry: () => void }) {
  if (failure.why === 'unsafe') {
    const { title, text, load } = navigation.outdated
    return (
      <Notice title={title} text={text} floating>
        <a className={buttonLook('plain', 'small')} href={viewHref(failure.view)}>
          {load}
        </a>
      </Notice>
    )
  }
  const { title, text, retry } = navigation.loadFailed
  return (
    <Notice title={title} text={text} floating>
      <Button size="small" onClick={onRetry}>
        {retry}
      </Button>
    </Notice>
  )
}
