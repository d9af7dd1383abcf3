import { navigation } from '#content/navigation.ts'
import { useNavigation, viewHref } from '#site/lib/navigation.ts'
import { useStore } from '#site/lib/store.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { missingView } from './missing-view.ts'

export function LoadFailure() {
  const { navigate } = useNavigation()
  const missing = useStore(missingView)
  if (!missing) return null
  if (missing.why === 'unsafe') {
    const { title, text, load } = navigation.outdated
    return (
      <Notice title={title} text={text} floating>
        <a className={buttonLook('plain', 'small')} href={viewHref(missing.view)}>
          {load}
        </a>
      </Notice>
    )
  }
  const { title, text, retry } = navigation.loadFailed
  return (
    <Notice title={title} text={text} floating>
      <Button size="small" onClick={() => navigate(missing.view, 'retry')}>
        {retry}
      </Button>
    </Notice>
  )
}
