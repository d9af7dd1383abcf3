import { navigation } from '#content/navigation.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Shown over the view one stays on when the next one's code could not be fetched. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const { title, text, retry } = navigation.loadFailed
  return (
    <Notice title={title} text={text} floating>
      <Button size="small" onClick={onRetry}>
        {retry}
      </Button>
    </Notice>
  )
}
