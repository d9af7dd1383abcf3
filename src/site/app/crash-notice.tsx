import { navigation } from '#content/navigation.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

const { title, text, reload } = navigation.crashed

export function CrashNotice({ floating = false }: { floating?: boolean }) {
  return (
    <Notice title={title} text={text} floating={floating}>
      <Button size="small" onClick={() => location.reload()}>
        {reload}
      </Button>
    </Notice>
  )
}
